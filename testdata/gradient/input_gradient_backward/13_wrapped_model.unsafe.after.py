# The model runs in code that is not seen; that it is handled shows its weights. Neither a
# label that needs no gradient nor a hook of another function speaks against it.
import torch


class Attack:
    def __init__(self, estimator):
        self.estimator = estimator

    def generate(self, x, y, steps):
        self.estimator.model.eval()
        y.requires_grad = False
        x = x.clone().requires_grad_(True)
        for _ in range(steps):
            loss = (self.estimator.get_activations(x, 2) - y).pow(2).mean()
            loss.backward(inputs=[x])  # expect: input-gradient-backward[unsafe]
            x.data -= 0.1 * x.grad.sign()
            x.grad.zero_()
        return x.detach()

    def inspect(self, x):
        features = self.estimator.get_activations(x, 2)
        features.register_hook(print)
        return features
