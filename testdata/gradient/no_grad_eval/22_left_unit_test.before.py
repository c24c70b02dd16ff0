import torch

from net import Net


class TestNet:
    def test_output_shape(self):
        net = Net()
        net.eval()
        assert net(torch.rand(1, 3)).shape == (1, 2)
