import torch

w = torch.zeros(3, requires_grad=True)
total = 0
for i in range(5):
    loss = w.sum() + i
    loss.backward(retain_graph=True)
    total += loss
total.backward()
