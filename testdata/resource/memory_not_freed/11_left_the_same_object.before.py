# One object, as often as it is put in.
import torch

model = torch.nn.Linear(1000, 1000)
zeros = torch.zeros(1000, 1000)
seen = []
for step in range(100):
    seen.append(model)
    seen.append(zeros)
