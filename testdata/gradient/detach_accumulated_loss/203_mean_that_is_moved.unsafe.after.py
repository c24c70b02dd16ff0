import torch


class PathLength:
    def __init__(self):
        self.mean = torch.zeros(())

    def __call__(self, images, styles):
        gradient, = torch.autograd.grad(images.sum(), styles, create_graph=True)
        lengths = gradient.pow(2).sum(1).sqrt()
        wanted = float(self.mean)
        self.mean = self.mean.to(images.device) + 0.01 * (lengths.mean().detach() - self.mean.to(images.device))  # expect: detach-accumulated-loss[unsafe]
        return (lengths - wanted).pow(2).mean()
