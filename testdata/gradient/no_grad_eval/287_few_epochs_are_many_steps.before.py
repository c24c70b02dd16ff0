# options: minor: false
import torch
import torch.nn.functional as F


def fit(model, data, optimizer):
    for epoch in range(10):
        loss = F.cross_entropy(model(data["x"]), data["y"])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        model.eval()
        hits = model(data["x"]).argmax(1) == data["y"]  # expect: no-grad-eval[unsafe]
        print(hits.float().mean().item())
        model.train()


fit(torch.load("model.pt"), torch.load("data.pt"), torch.load("optimizer.pt"))
