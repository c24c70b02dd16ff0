# Reported at https://github.com/choderalab/pinot/issues/23
# Each metric of each saved state is stored as a tensor, and with it its graph.
import torch


def rmse(net, x, y):
    return torch.sqrt(torch.mean((net(x) - y) ** 2))


def avg_nll(net, x, y):
    return torch.nn.functional.gaussian_nll_loss(net(x), y, torch.ones_like(y))


class Test:
    def __init__(self, net, data, states, metrics=(rmse, avg_nll)):
        self.net = net
        self.data = data
        self.states = states
        self.metrics = metrics

    def run(self):
        self.net.eval()
        results = {}
        x, y = self.data
        for metric in self.metrics:
            results[metric.__name__] = {}
            for state_name, state in self.states.items():
                self.net.load_state_dict(state)
                results[metric.__name__][state_name] = metric(self.net, x, y)  # missed: detach-stored-tensor[unsafe] - evaluation, where gradients are to be switched off; the network goes to a metric that is not known
        self.results = results
        return results
