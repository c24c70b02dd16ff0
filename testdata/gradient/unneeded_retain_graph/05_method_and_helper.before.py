# A private method that gives back the loss to one who only prints it.
import torch


class Attack:
    def _step(self, images, labels):
        self.model.zero_grad()
        loss = self._loss(images, labels)
        loss.backward(retain_graph=True)  # expect: unneeded-retain-graph[unsafe]
        return loss

    def _loss(self, images, labels):
        return torch.nn.functional.cross_entropy(self.model(images), labels)

    def run(self, loader):
        for images, labels in loader:
            loss = self._step(images, labels)
            print(float(loss))
