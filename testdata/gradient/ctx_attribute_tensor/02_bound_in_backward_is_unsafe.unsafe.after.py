from torch.autograd import Function


class Square(Function):
    @staticmethod
    def forward(context, value):
        context.save_for_backward(value)  # expect: ctx-attribute-tensor[unsafe]
        return value.pow(2)

    @staticmethod
    def backward(context, grad):
        """The derivative of a square."""
        value, = context.saved_tensors
        return 2 * value * grad
