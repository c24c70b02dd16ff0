# The bases are not seen. What has a forward() and asks for its mode, which nobody here sets, is a
# module.
import torch

from .layers import BatchNorm2d


class SyncBatchNorm(BatchNorm2d):
    def forward(self, x):
        if not self.training:
            return super().forward(x)
        mean = torch.mean(x, dim=[0, 2, 3])
        var = torch.mean(x * x, dim=[0, 2, 3]) - mean * mean
        self.running_mean += self.momentum * (mean - self.running_mean)  # expect: running-stat-grad[unsafe]
        self.running_var += self.momentum * (var.detach() - self.running_var)
        return (x - mean.reshape(1, -1, 1, 1)) * torch.rsqrt(var + self.eps).reshape(1, -1, 1, 1)


class LeftWithoutMode(BatchNorm2d):
    def forward(self, x):
        mean = torch.mean(x, dim=0)
        self.running_mean += 0.1 * (mean - self.running_mean)
        return x - mean


class LeftWithoutForward(BatchNorm2d):
    def update(self, x):
        if self.training:
            self.running_mean += 0.1 * (x.mean(0) - self.running_mean)


class LeftWithoutBase:
    def forward(self, x):
        if self.training:
            self.running_mean += 0.1 * (x.mean(0) - self.running_mean)
        return x
