import torch


class Training:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def step(self, x):
        self.optimizer.zero_grad()
        self.model(x).mean().backward()
        self.optimizer.step()


class ReadLater(Training):
    def resume(self, path, device):
        self.later = torch.load(path, map_location=device)
        self.model.load_state_dict(self.later["model"])

    def step(self, x):
        super().step(x)
        self.optimizer.load_state_dict(self.later["optimizer"])


class ReadByName(Training):
    fields = ["named"]

    def resume(self, path, device):
        self.named = torch.load(path, map_location=device)
        self.model.load_state_dict(self.named["model"])

    def step(self, x):
        self.model(x).mean().backward()
        return [getattr(self, field) for field in self.fields]


class HandedOn(Training):
    def resume(self, path, device, registry):
        self.handed = torch.load(path, map_location=device)
        self.model.load_state_dict(self.handed["model"])
        registry.register(self.handed)

    def step(self, x):
        self.model(x).mean().backward()


class Default(Training):
    start = None

    def resume(self, path, device):
        if path:
            self.start = torch.load(path, map_location=device)
            self.model.load_state_dict(self.start["model"])

    def step(self, x):
        self.model(x).mean().backward()


class ReadByAnother(Training):
    def resume(self, path, device):
        self.shared = torch.load(path, map_location=device)
        self.model.load_state_dict(self.shared["model"])

    def step(self, x):
        self.model(x).mean().backward()


def epoch_of(training):
    return training.shared["epoch"]


class Conditional(Training):
    def resume(self, path, device):
        if path:
            self.maybe = torch.load(path, map_location=device)
        if path and device:
            self.model.load_state_dict(self.maybe["model"])

    def step(self, x):
        self.model(x).mean().backward()


class Predictor:
    def __init__(self, model, path, device):
        self.model = model
        self.state = torch.load(path, map_location=device)
        self.model.load_state_dict(self.state["model"])

    def predict(self, x):
        with torch.no_grad():
            return self.model(x)


class OnTheHost(Training):
    def resume(self, path):
        self.on_host = torch.load(path, map_location=lambda storage, location: storage)
        self.model.load_state_dict(self.on_host["model"])

    def step(self, x):
        self.model(x).mean().backward()
