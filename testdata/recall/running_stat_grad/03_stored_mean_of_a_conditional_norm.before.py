# Reported at https://github.com/facebookresearch/synsin/pull/20
# stored_mean and stored_var are used in inference only, yet updated with gradients: 7 MB
# a second.
import torch
import torch.nn as nn


def manual_bn(x, return_mean_var=False):
    m = torch.mean(x, [0, 2, 3], keepdim=True)
    var = torch.mean(x ** 2, [0, 2, 3], keepdim=True) - m ** 2
    out = (x - m) * torch.rsqrt(var + 1e-5)
    return out, m.squeeze(), var.squeeze()


class myBN(nn.Module):
    def __init__(self, num_channels, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.register_buffer("stored_mean", torch.zeros(num_channels))
        self.register_buffer("stored_var", torch.ones(num_channels))

    def forward(self, x, gain, bias):
        if self.training:
            out, mean, var = manual_bn(x)
            self.stored_mean[:] = self.stored_mean * (1 - self.momentum) + mean * self.momentum  # expect: running-stat-grad[unsafe]
            self.stored_var[:] = self.stored_var * (1 - self.momentum) + var * self.momentum  # expect: running-stat-grad[unsafe]
        else:
            mean = self.stored_mean.view(1, -1, 1, 1)
            var = self.stored_var.view(1, -1, 1, 1)
            out = (x - mean) * torch.rsqrt(var + 1e-5)
        return out * gain + bias
