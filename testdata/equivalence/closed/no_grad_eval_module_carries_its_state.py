# level: safe
# rule: no-grad-eval
import torch
from torch import nn

class Net(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)
        self.state = torch.zeros(1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        h = h + self.state * 0.1
        self.state = h.mean().reshape(1)
        return self.head(h)
model = Net()
batches = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4), torch.randn(9, 1)), batch_size=3, shuffle=True)
model.eval()
outs = [model(x)[0] for x, y in batches]
