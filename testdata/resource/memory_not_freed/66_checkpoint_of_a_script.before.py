import torch


class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer
        self.step = 0

    def restore(self, data):
        self.model.load_state_dict(data["model"])
        self.optimizer.load_state_dict(data["optimizer"])
        self.step = data["step"]

    def keep(self, data):
        self.model.load_state_dict(data["model"])
        self.data = data

    def train(self, loader):
        for x in loader:
            self.optimizer.zero_grad()
            self.model(x).mean().backward()
            self.optimizer.step()


def resume(trainer, path, loader):
    data = torch.load(path, map_location="cuda")  # expect: memory-not-freed[unsafe]
    trainer = Trainer(trainer.model, trainer.optimizer)
    trainer.restore(data)
    trainer.train(loader)


def resume_with_all(trainer, path, loader):
    data = torch.load(path, map_location="cuda")
    trainer = Trainer(trainer.model, trainer.optimizer)
    trainer.keep(data)
    trainer.train(loader)


if __name__ == "__main__":
    from project import build, loader, path

    model, optimizer = build()
    trainer = Trainer(model, optimizer)
    if path is not None:
        checkpoint = torch.load(path, map_location="cuda:0")  # expect: memory-not-freed[unsafe]
        trainer.restore(checkpoint)
        print(f"resumed at {checkpoint['step']}")
    trainer.train(loader)
