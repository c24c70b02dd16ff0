import torch


def entropy(model, batch):
    with torch.no_grad():
        chances = model(batch).softmax(-1)
    return -(chances * chances.log()).sum(-1)


def length_of_gradient(model, loader):
    scores = []
    for batch, _ in loader:
        best = model(batch).log_softmax(-1).max()
        gradient = torch.autograd.grad(-best, model.head.weight, create_graph=True)[0]
        scores.append(gradient.norm().item())
    return scores
