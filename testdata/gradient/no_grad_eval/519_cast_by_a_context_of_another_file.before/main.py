import torch
from precision import half
from steps import net, step

optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.randn(5, 8), torch.randint(0, 2, (5,))) for _ in range(20)]
for epoch in range(3):
    with half():
        loss = step(data)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
