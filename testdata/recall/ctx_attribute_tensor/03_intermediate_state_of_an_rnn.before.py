# Reported at https://github.com/asappresearch/sru/pull/171
# An intermediate tensor of a recurrent kernel was kept on the context, beside a proper
# save_for_backward.
import torch
from torch.autograd import Function

from kernels import sru_backward, sru_forward


class SRU_Compute(Function):
    @staticmethod
    def forward(ctx, u, x, bias, init, d_out):
        h, last_state, c = sru_forward(u, x, bias, init)
        ctx.save_for_backward(u, x, bias, init)
        ctx.intermediate = c  # missed: ctx-attribute-tensor[unsafe] - an intermediate value makes no cycle, and is left alone
        ctx.d_out = d_out
        return h, last_state

    @staticmethod
    def backward(ctx, grad_h, grad_last):
        u, x, bias, init = ctx.saved_tensors
        c = ctx.intermediate
        grads = sru_backward(u, x, bias, init, c, grad_h, grad_last, ctx.d_out)
        return (*grads, None)
