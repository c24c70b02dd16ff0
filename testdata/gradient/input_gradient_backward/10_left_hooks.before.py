import torch


class Saliency:
    def __init__(self, model):
        self.model = model
        model.conv1.register_backward_hook(lambda m, given, got: print(given[1].shape))

    def __call__(self, criterion, image, label):
        image = image.detach().requires_grad_(True)
        criterion(self.model(image), label).backward()
        return image.grad.abs()
