# The backward pass is in a function, the step in the loop that calls it.
import torch as th
import torch.nn.functional as F


def differentiate(model, x, y):
    loss = F.mse_loss(model(x), y)
    loss.backward()  # expect: missing-zero-grad[unsafe]
    return loss.item()


def fit(model, data, rate):
    solver_opt = th.optim.RMSprop(model.parameters(), lr=rate)
    for x, y in data:
        value = differentiate(model, x, y)
        solver_opt.step()
        print(value)
