import torch
import torch.nn.functional as F
from torch import nn


class Net(nn.Module):
    def __init__(self, encoder):
        super().__init__()
        self.encoder = encoder
        self.head = nn.Linear(2, 2)

    def forward(self, x):
        return self.head(self.encoder(x))


encoder = nn.Linear(2, 2)
net, target_net = Net(encoder), Net(encoder)
target_net.head.load_state_dict(net.head.state_dict())
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for state, reward, later_state in batches:
    later = target_net(later_state)
    loss = F.mse_loss(net(state), reward + 0.9 * later.amax(1, keepdim=True))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
