import torch

from helpers import BaseCase, Explainer, SoftmaxModel


class Saliency(BaseCase):
    def test_saliency(self):
        self._compare("vanilla")

    def _compare(self, kind):
        x = torch.tensor([[0.0, 1.0, 2.0]], requires_grad=True)
        target = torch.tensor(5)
        model = SoftmaxModel(3, 20, 10)
        explainer = Explainer(model.forward)
        if kind == "vanilla":
            attributions = explainer.attribute(x, target)
            output = model(x)[:, target]
            output.backward()
            gradient = x.grad
            assert gradient is not None
            assert torch.allclose(attributions, gradient * x)
