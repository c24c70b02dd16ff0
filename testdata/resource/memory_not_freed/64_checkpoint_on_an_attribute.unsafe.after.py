import torch


class Trainer:
    def __init__(self, model, optimizer, args):
        self.model = model
        self.optimizer = optimizer
        self.epoch = 0
        if args.ckpt:
            ckpt = torch.load(args.ckpt, map_location=args.device)  # expect: memory-not-freed[unsafe]
            self.model.load_state_dict(ckpt["model"])
            if "optimizer" in ckpt:
                self.optimizer.load_state_dict(ckpt["optimizer"])
            self.epoch = ckpt["epoch"] + 1
            print(f"resumed at {ckpt['epoch']}")

    def emit(self, event, hooks):
        for hook in hooks:
            getattr(hook, event)(self)

    def train(self, loader):
        for x, y in loader:
            self.optimizer.zero_grad()
            (self.model(x) - y).square().mean().backward()
            self.optimizer.step()


class Distiller:
    def __init__(self, teacher, student, optimizer):
        self.teacher, self.student, self.optimizer = teacher, student, optimizer

    def load_teacher(self, weights, device):
        checkpoint = torch.load(weights, map_location=device)  # expect: memory-not-freed[unsafe]
        self.teacher.load_state_dict(checkpoint)

    def step(self, x):
        self.optimizer.zero_grad()
        (self.student(x) - self.teacher(x).detach()).square().mean().backward()
        self.optimizer.step()
