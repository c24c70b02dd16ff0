import torch


def train(loader, steps, G, lr):
    CE = torch.nn.CrossEntropyLoss()
    optimizer = torch.optim.SGD(G.parameters(), lr=lr)
    total = 0.0
    for z, target in loader:
        optimizer.zero_grad()
        loss = CE(G(z), target)
        loss.backward()
        optimizer.step()
        total += loss  # expect: detach-accumulated-loss[safe]
    print(float(total))


def adversary(loader, D, optimizer):
    total = 0.0
    for x in loader:
        optimizer.zero_grad()
        penalty = D(x)
        penalty.backward()
        optimizer.step()
        total += penalty  # expect: detach-accumulated-loss[safe]
    print(float(total))
