# Lightning runs this hook with gradients on.
import lightning as L
import torch
from torchvision.utils import save_image


class Sampler(L.Callback):
    def __init__(self, count):
        self.count = count

    def on_train_epoch_end(self, trainer, pl_module):
        z = torch.randn(self.count, 8, device=pl_module.device)
        images = pl_module(z).sigmoid()  # expect: no-grad-eval[unsafe]
        save_image(images.detach().cpu(), "samples.png")

    def on_validation_epoch_end(self, trainer, pl_module):
        z = torch.randn(self.count, 8, device=pl_module.device)
        images = pl_module(z).sigmoid()
        save_image(images.cpu(), "validated.png")
