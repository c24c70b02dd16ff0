# options: minor: true
import torch


class Estimator:
    def __init__(self, model, optimizer):
        self.model = model
        self.optimizer = optimizer

    def losses(self, x, y):
        x = self.prepare(x)
        if x.is_leaf:
            x.requires_grad = True
        else:
            x.retain_grad()
        return self.model(x, y), x

    def loss_gradient(self, x, y):
        parts, x_grad = self.losses(x, y)
        loss = sum(parts[name] for name in self.names)
        self.model.zero_grad()
        loss.backward()  # expect: input-gradient-backward[report]
        return x_grad.grad.clone()

    def loss_gradients(self, xs, y):
        loss, images = self.unseen_losses(xs, y)
        self.model.zero_grad()
        loss.backward()  # expect: input-gradient-backward[report]
        return [image.grad.clone() for image in images]

    def of_weights(self, x, y):
        weight = self.model.head.weight
        loss = self.model(x, y)
        self.model.zero_grad()
        loss.backward()
        return weight.grad.clone()

    def of_all_weights(self, x, y):
        loss = self.model(x, y)
        self.model.zero_grad()
        loss.backward()
        return [p.grad.clone() for p in self.model.parameters()]

    def fit(self, x, y):
        loss, x_grad = self.unseen_losses(x, y)
        self.model.zero_grad()
        loss.backward()
        self.optimizer.step()
        return x_grad.grad.clone()

    def gathered(self, x, y):
        loss, x_grad = self.unseen_losses(x, y)
        loss.backward()
        return x_grad.grad.clone()
