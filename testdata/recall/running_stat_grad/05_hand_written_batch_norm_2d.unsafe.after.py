# Reported at https://github.com/pytorch/pytorch/issues/20275
# A hand-written BatchNorm2d updates running_mean from the batch with gradients on; main
# memory grows 7 MB a second.
import torch
import torch.nn as nn


class MyBatchNorm2d(nn.BatchNorm2d):
    def forward(self, input):
        self._check_input_dim(input)
        if self.training:
            mean = input.mean([0, 2, 3])
            var = input.var([0, 2, 3], unbiased=False)
            n = input.numel() / input.size(1)
            self.running_mean = self.momentum * mean.detach() + (1 - self.momentum) * self.running_mean  # expect: running-stat-grad[unsafe]
            self.running_var = self.momentum * var.detach() * n / (n - 1) + (1 - self.momentum) * self.running_var  # expect: running-stat-grad[unsafe]
        else:
            mean = self.running_mean
            var = self.running_var
        input = (input - mean[None, :, None, None]) / torch.sqrt(var[None, :, None, None] + self.eps)
        return input * self.weight[None, :, None, None] + self.bias[None, :, None, None]
