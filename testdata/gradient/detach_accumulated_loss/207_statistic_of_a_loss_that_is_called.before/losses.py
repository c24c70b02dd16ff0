import torch


class Dice:
    def __init__(self):
        self.mean = torch.zeros(1)

    def __call__(self, logits, target):
        dice = (logits.softmax(1) * target).sum(1)
        self.mean = 0.9 * self.mean + 0.1 * dice  # expect: detach-accumulated-loss[unsafe]
        return 1 - dice.mean()


class Summed:
    def __call__(self, logits, target):
        total = 0
        for part in logits.split(1):
            total += (part - target).pow(2).mean()
        return total
