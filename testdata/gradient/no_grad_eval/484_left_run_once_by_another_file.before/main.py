import torch
from torch import nn, optim
from training import last_score, score, train


def main(model, loader, x, y, epochs):
    optimizer = optim.Adam(model.parameters())
    criterion = nn.CrossEntropyLoss()
    for epoch in range(epochs):
        train(model, optimizer, criterion, loader)
        print(epoch, score(model, x, y))
    print(last_score(model, x, y))


if __name__ == "__main__":
    main(torch.load("model.pt"), torch.load("batches.pt"), *torch.load("pair.pt"), epochs=10)
