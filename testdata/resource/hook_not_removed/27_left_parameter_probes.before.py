import torch


def half_gradients(model, loader, optimizer):
    for p in model.parameters():
        p.register_hook(lambda grad: grad / 2)
    for x, y in loader:
        torch.nn.functional.mse_loss(model(x), y).backward()
        optimizer.step()


def freeze_rows(model, rows, x):
    def keep_rows(grad):
        grad[rows] = 0

    model.embedding.weight.register_hook(keep_rows)
    model(x).sum().backward()
