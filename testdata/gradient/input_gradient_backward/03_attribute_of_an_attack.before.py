import torch


class PatchAttack:
    def __init__(self, model, shape):
        self.model = model
        self.patch = torch.zeros(shape, requires_grad=True)

    def step(self, images, labels, criterion):
        loss = criterion(self.model(images + self.patch), labels)
        loss.backward()  # expect: input-gradient-backward[unsafe]
        with torch.no_grad():
            self.patch += 0.1 * self.patch.grad.sign()
        self.patch.grad.zero_()
