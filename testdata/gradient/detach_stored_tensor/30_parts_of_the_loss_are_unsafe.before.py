import torch


def train(net, loader, optimizer, weight, use_second):
    first_losses, second_losses, weights = [], [], []
    for x, y in loader:
        if use_second:
            certified_loss = net.certified(x, y)
        else:
            certified_loss = net.plain(x, y)
        loss_weight = weight(x)
        first_losses.append(certified_loss)  # expect: detach-stored-tensor[unsafe]
        weights.append(loss_weight)
        loss = certified_loss * loss_weight
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    print(torch.stack(first_losses).mean())
