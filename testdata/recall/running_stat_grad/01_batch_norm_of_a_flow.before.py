# Reported at https://github.com/bayesiains/nflows/pull/11
# Batch normalisation between the layers of a flow: each update of the running mean
# extends the graph.
import torch
import torch.nn.functional as F
from torch import nn


class BatchNorm(nn.Module):
    def __init__(self, features, eps=1e-5, momentum=0.1):
        super().__init__()
        self.momentum = momentum
        self.eps = eps
        self.unconstrained_weight = nn.Parameter(torch.zeros(features))
        self.bias = nn.Parameter(torch.zeros(features))
        self.register_buffer("running_mean", torch.zeros(features))
        self.register_buffer("running_var", torch.zeros(features))

    @property
    def weight(self):
        return F.softplus(self.unconstrained_weight) + self.eps

    def forward(self, inputs, context=None):
        if self.training:
            mean, var = inputs.mean(0), inputs.var(0)
            self.running_mean.mul_(1 - self.momentum).add_(mean * self.momentum)  # expect: running-stat-grad[unsafe]
            self.running_var.mul_(1 - self.momentum).add_(var * self.momentum)  # expect: running-stat-grad[unsafe]
        else:
            mean, var = self.running_mean, self.running_var
        outputs = self.weight * (inputs - mean) / torch.sqrt(var + self.eps) + self.bias
        logabsdet = torch.log(self.weight) - 0.5 * torch.log(var + self.eps)
        return outputs, torch.sum(logabsdet) * inputs.new_ones(inputs.shape[0])
