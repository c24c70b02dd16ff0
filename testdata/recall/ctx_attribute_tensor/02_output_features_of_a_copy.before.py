# Reported at https://github.com/pytorch/pytorch/issues/5569
# The result is put on the context first and returned from there.
import torch


class CopyFunction(torch.autograd.Function):
    @staticmethod
    def forward(ctx, input_features, weight):
        ctx.output_features = input_features.clone()  # expect: ctx-attribute-tensor[unsafe]
        return ctx.output_features

    @staticmethod
    def backward(ctx, grad_output):
        return grad_output * (ctx.output_features > 0), None
