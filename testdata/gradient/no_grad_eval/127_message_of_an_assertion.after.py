import torch


def worst_losses(net, criterion, val_loader):
    found = []
    net.eval()
    for x, y in val_loader:  # expect: no-grad-eval[unsafe]
        loss = criterion(net(x), y)
        try:
            assert torch.isfinite(loss), loss
        except AssertionError as error:
            found.append(error.args[0].item())
    return found


@torch.no_grad()
def worst_of_shapes(net, val_loader):
    net.eval()
    for x, y in val_loader:  # expect: no-grad-eval[safe]
        out = net(x)
        assert out.shape == y.shape, (out.shape, y.shape)
        assert torch.isfinite(out).all(), f"{out.shape} is not finite"


worst_of_shapes(torch.nn.Linear(4, 2), [])
