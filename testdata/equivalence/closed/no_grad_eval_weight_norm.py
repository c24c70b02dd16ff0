# level: safe
# rule: no-grad-eval
from torch import nn
import torch.utils.data

class Model(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)
        self.body = nn.utils.weight_norm(self.body)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

def validate(policy, loader):
    losses = []
    for step2, (inputs, target) in enumerate(loader):
        output = policy(inputs)
policy = Model()
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.randn(9, 4), torch.randn(9, 1)), batch_size=3, shuffle=True)
got = validate(policy, loader)
policy.body.weight.sum().backward()
