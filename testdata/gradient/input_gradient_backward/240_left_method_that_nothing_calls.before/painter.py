import torch
from torchvision import models


class Painter:
    def __init__(self, model, layer):
        self.model = model.eval()
        self.layer = layer

    def paint(self, image):
        image.requires_grad_(True)
        for step in range(30):
            self.model.zero_grad()
            self.model(image)[0, self.layer].mean().backward()  # expect: input-gradient-backward[unsafe]
            image.data += image.grad
            image.grad.zero_()
        return image

    def paint_quickly(self, image):
        image.requires_grad_(True)
        for step in range(10):
            self.model.zero_grad()
            self.model(image)[0, self.layer].mean().backward()
            image.data += image.grad
            image.grad.zero_()
        return image


if __name__ == "__main__":
    painter = Painter(models.vgg16(pretrained=True).features, 17)
    save(painter.paint(torch.rand(1, 3, 224, 224)))
    # save(painter.paint_quickly(torch.rand(1, 3, 224, 224)))
