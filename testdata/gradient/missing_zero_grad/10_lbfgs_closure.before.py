# LBFGS runs the closure several times, so the reset belongs into it.
import torch


def fit(model, x, y):
    optimizer = torch.optim.LBFGS(model.parameters())

    def closure():
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()  # expect: missing-zero-grad[unsafe]
        return loss

    for _ in range(20):
        optimizer.step(closure)
