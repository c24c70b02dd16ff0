# Reported at https://github.com/NLeSC/mcfly/issues/234
# All candidate networks stay in memory while they are trained one by one.
import torch


class Search:
    def __init__(self):
        self.models = []
        self.history = []

    def run(self, configs, loader):
        for config in configs:
            model = torch.nn.LSTM(config["inputs"], config["hidden"], config["layers"]).to("cuda")
            self.models.append(model)  # expect: memory-not-freed[report]
            self.history.append(self.fit(model, loader))
        return max(self.history)

    def fit(self, model, loader):
        optimizer = torch.optim.Adam(model.parameters())
        for x, y in loader:
            optimizer.zero_grad()
            loss = (model(x)[0] - y).pow(2).mean()
            loss.backward()
            optimizer.step()
        return -loss.item()
