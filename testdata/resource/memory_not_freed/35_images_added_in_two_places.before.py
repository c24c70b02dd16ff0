# One list, two places that add to it: one finding, at the place that every iteration comes to, and
# one change for both.
import torch


class Diffusion:
    def __init__(self, model, pairs):
        self.model = model
        self.pairs = pairs

    @torch.inference_mode()
    def sample(self, shape, return_all_steps=False):
        image = torch.randn(shape)
        images = [image]
        for step, following in self.pairs:
            noise = self.model(image, step)
            if following < 0:
                image = image - noise
                images.append(image)
                continue
            image = image - 0.5 * noise
            images.append(image)  # expect: memory-not-freed[unsafe]
        return torch.stack(images, dim=1) if return_all_steps else image
