# Of the model is known that the file puts it into evaluation mode; its output may be anything.
import torch


class TorchInferencer:
    def __init__(self, path, device):
        self.device = device
        self.model = self.load_model(path)

    def load_model(self, path):
        checkpoint = torch.load(path)
        model = checkpoint["model"]
        model.eval()
        return model.to(self.device)

    def predict(self, image):
        image = self.pre_process(image)
        predictions = self.model(image)  # expect: no-grad-eval[unsafe]
        return dict(image=image, **predictions._asdict())

    def pre_process(self, image):
        return image.to(self.device)


class Second:
    def __init__(self, path):
        self.model = torch.load(path)
        self.model.eval()

    def predict(self, image):
        predictions = self.model(image)  # expect: no-grad-eval[unsafe]
        return dict(image=image, **predictions._asdict())


class Unasked:
    def __init__(self, path):
        self.head = torch.load(path)

    def predict(self, image):
        predictions = self.head(image)
        return dict(image=image, **predictions._asdict())
