import matplotlib.pyplot as plt


def train(model, loader, optimizer, path):
    losses = []
    for images in loader:
        optimizer.zero_grad()
        loss = model(images).mean()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    fig = plt.figure()
    plt.plot(losses)
    fig.savefig(path)
