# The loop gives each pair one name, so which weight it changes is not seen.
from torch import nn

rate = 0.01


def train(model: nn.Module, loader):
    criterion = nn.CrossEntropyLoss()
    for x, y in loader:
        loss = criterion(model(x), y)
        loss.backward()
        for pair in model.named_parameters():
            pair[1].data -= rate * pair[1].grad.detach()
