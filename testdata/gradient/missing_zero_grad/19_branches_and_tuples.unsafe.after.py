# The step is in both branches, the loop in a `try`, all steps of a tuple are reset.
import torch


def train(model, extra, loader, optimizer, optimizer_extra, scaler):
    try:
        for x, y in loader:
            optimizer.zero_grad()
            optimizer_extra.zero_grad()
            loss = (model(x) + extra(x) - y).pow(2).mean()
            torch.autograd.backward(loss)  # expect: missing-zero-grad[unsafe]
            if scaler is not None:
                scaler.step(optimizer)
                scaler.update()
            else:
                optimizer.step()
            optimizer_extra.step()
    except KeyboardInterrupt:
        pass
