# The backward pass is in a helper, the step in the loop.
import torch


def differentiate(model, x, y):
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()  # expect: unneeded-create-graph[unsafe]


def train(model, loader):
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9)
    while True:
        for x, y in loader:
            optimizer.zero_grad()
            differentiate(model, x, y)
            optimizer.step()
