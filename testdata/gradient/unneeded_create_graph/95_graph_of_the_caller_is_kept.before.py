# The graphs of the losses are the caller's, and stay with retain_graph=True; those of the gradients
# are for nobody.
import torch


class Weights:
    def __init__(self, count):
        self.weights = [1.0] * count

    def update(self, losses, parameters):
        norms = []
        for loss in losses:
            grads = torch.autograd.grad(loss, parameters, retain_graph=True, create_graph=True)  # expect: unneeded-create-graph[unsafe]
            norms.append(sum(g.pow(2).sum() for g in grads).sqrt().item())
        total = sum(norms)
        self.weights = [total / norm for norm in norms]

    def update_once(self, losses, parameters):
        return [
            sum(g.pow(2).sum() for g in torch.autograd.grad(loss, parameters, create_graph=True)).item()
            for loss in losses
        ]
