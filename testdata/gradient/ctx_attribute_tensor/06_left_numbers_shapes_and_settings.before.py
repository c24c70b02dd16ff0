import torch


class Pad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, stride, mode="zero", group=None):
        ctx.stride = stride
        ctx.mode = mode
        ctx.group = group
        ctx.shape = x.shape
        ctx.size = x.size(0)
        ctx.dtype = x.dtype
        ctx.save_for_backward(x)
        return x[::stride]

    @staticmethod
    def backward(ctx, grad):
        x, = ctx.saved_tensors
        return torch.zeros(ctx.shape, dtype=ctx.dtype), None, None, None


class AllToAll(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, peers):
        ctx.peers = peers
        if peers.size() == 1:
            return x
        out, handle = exchange(x, peers)
        ctx.handle = handle
        return out, handle

    @staticmethod
    def backward(ctx, grad, _):
        return exchange(grad, ctx.peers, ctx.handle), None
