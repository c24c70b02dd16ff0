import torch

values = []
for step in range(1000):
    values.append(torch.randn(10))
    values.append(step)
    values.append("name")
    values.append(torch.nn.MSELoss())
