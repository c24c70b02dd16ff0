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
        with torch.no_grad():
            scores = model(data["x"])  # expect: no-grad-eval[unsafe]
        hits = scores.argmax(1) == data["y"]
        print(hits.float().mean().item())
        model.train()


fit(torch.load("model.pt"), torch.load("data.pt"), torch.load("optimizer.pt"))
