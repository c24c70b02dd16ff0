import torch

model = torch.nn.Linear(4, 2)

def test():
    model.eval()
    out, accuracies = model(data.x, data.edges), []  # expect: no-grad-eval[safe]
    for mask in data.masks:
        hit = out[mask].argmax(1).eq(data.y[mask]).sum().item()
        accuracies.append(hit / mask.sum().item())
    return accuracies


for epoch in range(100):
    model.train()
    optimizer.zero_grad()
    loss = criterion(model(data.x, data.edges), data.y)
    loss.backward()
    optimizer.step()
    print(epoch, test())
