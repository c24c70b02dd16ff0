import torch


class Features:
    def __init__(self, model):
        self.model = model
        self.gradients = None

    def keep(self, gradient):
        self.gradients = gradient

    def run(self, image):
        kept = self.model.features(image)
        kept.register_hook(self.keep)
        return kept, self.model.classifier(torch.flatten(kept, 1))


class Cam:
    def __init__(self, model):
        self.model = model
        self.features = Features(model)

    def show(self, image, target):
        kept, scores = self.features.run(image)
        self.model.zero_grad()
        scores[0, target].backward()  # expect: input-gradient-backward[report]
        weights = self.features.gradients.mean(dim=(2, 3), keepdim=True)
        return (weights * kept.detach()).sum(1)
