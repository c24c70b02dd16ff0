import torch

noise = []
for step in range(1000):
    sample = torch.randn(1000, 1000)
    noise.append(sample)  # expect: memory-not-freed[report]
    noise += [torch.zeros(2048, 1024)]  # expect: memory-not-freed[report]
