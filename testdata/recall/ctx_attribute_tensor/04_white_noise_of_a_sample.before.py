# Reported at https://github.com/pyro-ppl/pyro/pull/1049
# "never write ctx.blah = blah": the noise and the product of a reparametrised sample.
import torch
from torch.autograd import Function


class _OMTSample(Function):
    @staticmethod
    def forward(ctx, loc, scale_tril, shape):
        ctx.white = loc.new_empty(shape).normal_()  # expect: ctx-attribute-tensor[unsafe]
        ctx.z = torch.matmul(ctx.white, scale_tril.t())  # expect: ctx-attribute-tensor[unsafe]
        ctx.save_for_backward(scale_tril)
        return loc + ctx.z

    @staticmethod
    def backward(ctx, grad_output):
        (L,) = ctx.saved_tensors
        g_L = torch.tril(grad_output.t().matmul(ctx.white))
        return grad_output + 0 * ctx.z, g_L @ torch.eye(L.size(0)), None
