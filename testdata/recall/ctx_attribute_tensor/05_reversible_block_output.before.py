# Reported at https://github.com/RobinBruegger/RevTorch/issues/1
# A reversible module keeps its output on the context until backward; where backward never
# comes, it stays.
import torch


class _ReversibleModuleFunction(torch.autograd.function.Function):
    @staticmethod
    def forward(ctx, x, reversible_blocks, eager_discard):
        for block in reversible_blocks:
            x = block(x)
        ctx.y = x.detach()  # expect: ctx-attribute-tensor[unsafe]
        ctx.reversible_blocks = reversible_blocks
        return x

    @staticmethod
    def backward(ctx, dy):
        y = ctx.y
        for block in ctx.reversible_blocks[::-1]:
            y, dy = block.backward_pass(y, dy)
        return dy, None, None
