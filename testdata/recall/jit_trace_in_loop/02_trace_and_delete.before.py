# Reported at https://github.com/pytorch/pytorch/issues/58109
# Deleting the traced module and collecting garbage does not help.
import gc

import psutil
import torch

sizes = [52, 128, 256, 512, 256, 128, 64, 32, 16, 8]
layers = []
for i, o in zip(sizes[:-1], sizes[1:]):
    layers.append(torch.nn.Linear(i, o))
    layers.append(torch.nn.ReLU())
layers.append(torch.nn.Linear(sizes[-1], 3))
net = torch.nn.Sequential(*layers).float()

process = psutil.Process()
tensor = torch.randn(1, 52)
for i in range(2000):
    m = torch.jit.trace(net, tensor)  # expect: jit-trace-in-loop[unsafe]
    del m
    if i % 200 == 0:
        gc.collect()
        print(i, "Memory", process.memory_info()[0])
