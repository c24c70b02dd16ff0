# mutations: no-nesting
# The pass at the end of each epoch makes a graph like that of the step before it.
import torch
import torch.nn.functional as F
from torch.optim import Adam


def train(net, x, y, mask, epochs):
    optimizer = Adam(net.parameters())
    for epoch in range(epochs):
        net.train()
        loss = F.cross_entropy(net(x)[mask], y[mask])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        net.eval()
        logits = net(x)
        print(epoch, (logits.argmax(1) == y).float().mean().item())
    return logits


if __name__ == "__main__":
    from networks import Linear

    x, y, mask = torch.load("graph.pt")
    found = train(Linear(x.shape[1], 7), x, y, mask, 10)
    print(found.softmax(1).max().item())
