import torch
from rating import rate
from networks import Rater


def train(users, items, loader):
    model = Rater(64)
    optimizer = torch.optim.Adam(model.parameters())
    for batch, part, wanted in loader:
        loss = (model(batch, part) - wanted).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(rate(model, users, items, True), rate(model, users, items, whole=True, by_item=True))


if __name__ == "__main__":
    train(*load())
