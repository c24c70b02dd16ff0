# level: safe
# rule: hook-not-removed
import torch
from torch import nn

class Net(nn.Module):

    def __init__(self, width=6):
        super().__init__()
        self.body = nn.Linear(4, width)
        self.head = nn.Linear(width, 1)

    def forward(self, x):
        h = torch.relu(self.body(x))
        return self.head(h)

def activations_of(policy, x):
    store = []

    def on_forward(m, i, o):
        store.append(1)
        torch.manual_seed(len(store))
    list(policy.children())[0].register_forward_hook(on_forward)
    policy(torch.ones(1, 4)).sum().backward()

def run_epoch(policy, optimizer, batches):
    for batch in batches:
        inputs, target = batch
        out = policy(inputs)
policy = Net()
optimizer = torch.optim.Adam(policy.parameters(), lr=0.05)
batches = [(torch.randn(3, 4), torch.randn(3, 1)) for _ in range(3)]
print(activations_of(policy, torch.ones(2, 4)))
run_epoch(policy, optimizer, batches)

