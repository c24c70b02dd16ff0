import torch


def batch_norm(x, gamma, beta, moving_mean, moving_var, eps, momentum, training):
    if not training:
        x_hat = (x - moving_mean) / torch.sqrt(moving_var + eps)
    else:
        mean = x.mean(dim=0)
        var = ((x - mean) ** 2).mean(dim=0)
        x_hat = (x - mean) / torch.sqrt(var + eps)
        moving_mean = momentum * moving_mean + (1.0 - momentum) * mean  # expect: running-stat-grad[unsafe]
        moving_var = momentum * moving_var + (1.0 - momentum) * var  # expect: running-stat-grad[unsafe]
    return gamma * x_hat + beta, moving_mean, moving_var
