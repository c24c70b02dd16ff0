# A default, the only gradient, and what a function of the file does with it.
import torch

import block_cuda


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, w, scale=torch.tensor(1)):
        ctx.save_for_backward(scale)  # expect: ctx-attribute-tensor[unsafe]
        return w * scale

    @staticmethod
    def backward(ctx, grad_out):
        scale, = ctx.saved_tensors
        return grad_out * scale, None


class BlockDiagonal(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input):
        output = block_cuda.forward(input)[0]
        ctx.save_for_backward(input)  # expect: ctx-attribute-tensor[unsafe]
        return output

    @staticmethod
    def backward(ctx, grad_output):
        input, = ctx.saved_tensors
        grad_input = block_cuda.backward(grad_output, input)[0]
        return grad_input


def multiply(input: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return block_cuda.multiply(input, weight)


class Frozen(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input, weight, group):
        ctx.save_for_backward(weight)  # expect: ctx-attribute-tensor[unsafe]
        ctx.group = group
        return multiply(input, weight)

    @staticmethod
    def backward(ctx, grad_output):
        weight, = ctx.saved_tensors
        return block_cuda.transposed(grad_output, weight, ctx.group), None, None
