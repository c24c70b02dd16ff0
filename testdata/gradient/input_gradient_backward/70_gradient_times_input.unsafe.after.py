# The gradient is the left operand of a product: it is read there, and the gradient of a weight is,
# too.
import torch


class Saliency:
    def __init__(self, model, head):
        self.model, self.head = model, head

    def of_input(self, x):
        x = x.detach().requires_grad_(True)
        score = self.head(self.model(x).mean(1)).squeeze()
        score.backward(inputs=[x])  # expect: input-gradient-backward[unsafe]
        return (x.grad * x).sum(-1).detach()

    def of_input_and_weight(self, x):
        x = x.detach().requires_grad_(True)
        score = self.head(self.model(x).mean(1)).squeeze()
        score.backward()
        scale = self.head.weight.grad * 2
        return x.grad.sum(-1) * scale.norm()
