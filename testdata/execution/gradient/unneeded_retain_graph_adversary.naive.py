# rule: unneeded-retain-graph
"""The loss of the generator runs through the same graph as that of the discriminator."""
import torch
from torch import nn

torch.manual_seed(0)
generator, judge = nn.Linear(2, 4), nn.Linear(4, 1)
first = torch.optim.SGD(judge.parameters(), lr=0.01)
second = torch.optim.SGD(generator.parameters(), lr=0.01)
for noise in torch.randn(4, 8, 2):
    fake = generator(noise)
    first.zero_grad()
    judged = judge(fake).mean()
    judged.backward()
    first.step()
    second.zero_grad()
    wanted = fake.pow(2).mean() - judge(fake).mean()
    wanted.backward()
    second.step()
    print(f"{wanted.item():.6f}")
