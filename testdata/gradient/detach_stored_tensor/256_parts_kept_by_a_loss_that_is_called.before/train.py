from losses import Losses


def train(model, loader, optimizer):
    losses = Losses()
    for x, y in loader:
        loss = losses(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(losses.means())
