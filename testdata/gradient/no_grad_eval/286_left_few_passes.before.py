# mutations: no-nesting
import torch


def overlap(model, p, data):
    model.eval()
    return (model(data[p]).argmax(1) == data["y"]).float().mean().item()


def test(model, data):
    for p in [0, 1, 2, 4, 8]:
        print(overlap(model, p, data))


test(torch.load("model.pt"), torch.load("data.pt"))
