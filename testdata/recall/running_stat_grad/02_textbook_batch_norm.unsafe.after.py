# Reported at https://github.com/d2l-ai/d2l-en/pull/1342
# A textbook batch normalisation computes the moving averages in a function and stores
# what it returns.
import torch
from torch import nn


def batch_norm(X, gamma, beta, moving_mean, moving_var, eps, momentum, training):
    if not training:
        X_hat = (X - moving_mean) / torch.sqrt(moving_var + eps)
    else:
        mean = X.mean(dim=0)
        var = ((X - mean) ** 2).mean(dim=0)
        X_hat = (X - mean) / torch.sqrt(var + eps)
        moving_mean = momentum * moving_mean + (1.0 - momentum) * mean.detach()  # expect: running-stat-grad[unsafe]
        moving_var = momentum * moving_var + (1.0 - momentum) * var.detach()  # expect: running-stat-grad[unsafe]
    return gamma * X_hat + beta, moving_mean, moving_var


class BatchNorm(nn.Module):
    def __init__(self, num_features):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(1, num_features))
        self.beta = nn.Parameter(torch.zeros(1, num_features))
        self.moving_mean = torch.zeros(1, num_features)
        self.moving_var = torch.zeros(1, num_features)

    def forward(self, X):
        Y, self.moving_mean, self.moving_var = batch_norm(
            X, self.gamma, self.beta, self.moving_mean, self.moving_var,
            1e-5, 0.9, self.training)
        return Y
