import torch
from project import build, loader

model, optimizer = build()
checkpoint = torch.load("last.pt", map_location="cuda")
model.load_state_dict(checkpoint["model"])
for x in loader:
    optimizer.zero_grad()
    model(x).sum().backward()
    optimizer.step()
