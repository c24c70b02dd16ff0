# level: safe
# rule: no-grad-eval
from torch import nn
import torch.utils.data

class Classifier(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)
policy = Classifier()
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4), torch.randn(9, 1)), batch_size=3)
kept_outputs = []
policy.register_forward_hook(lambda module, inputs, output: kept_outputs.append(output.requires_grad))
policy.eval()
for x, y in loader:
    print(policy(x).mean().item())
