# level: safe
# rule: no-grad-eval
import torch
from torch import nn

places = torch.randint(64, (2, 256))
features, nodes = torch.randn(256, 128), torch.randn(64, 512)
labels = torch.randint(10, (64,))
edge_net = nn.Sequential(nn.Linear(128, 512), nn.ReLU(), nn.Linear(512, 1))
head = nn.Linear(512, 10)
optimizer = torch.optim.SGD([*edge_net.parameters(), *head.parameters()], lr=0.1)
for _ in range(3):
    weight = edge_net(features).sigmoid().squeeze(1)
    adjacency = torch.sparse_coo_tensor(places, weight, (64, 64))
    hidden = torch.sparse.mm(adjacency, nodes)
    loss = nn.functional.cross_entropy(head(hidden), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(round(loss.item(), 5))
print(edge_net[0].weight[0, :4].tolist())
