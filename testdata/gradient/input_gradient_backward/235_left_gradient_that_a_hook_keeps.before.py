# options: minor: false
import torch


class Backprop:
    def __init__(self, model):
        self.model = model
        self.gradients = None
        self.model.eval()
        self.hook()

    def hook(self):
        def keep(module, grad_in, grad_out):
            self.gradients = grad_in[0]

        self.model.features[0].register_backward_hook(keep)

    def gradients_of(self, image, target):
        scores = self.model(image)
        self.model.zero_grad()
        wanted = torch.zeros_like(scores)
        wanted[0][target] = 1
        scores.backward(gradient=wanted)
        return self.gradients.numpy()[0]
