# Reported at https://github.com/shenweichen/DeepCTR-Torch/issues/69
# fit() keeps the graph of each batch for a regularisation term that had long been
# recomputed each time.
import torch
from tqdm import tqdm


class BaseModel(torch.nn.Module):
    def fit(self, train_loader, optim, loss_func, epochs):
        for epoch in range(epochs):
            with tqdm(enumerate(train_loader)) as t:
                for index, (x_train, y_train) in t:
                    y_pred = self(x_train.float()).squeeze()
                    optim.zero_grad()
                    loss = loss_func(y_pred, y_train.squeeze(), reduction="sum")
                    reg_loss = self.get_regularization_loss()
                    total_loss = loss + reg_loss
                    total_loss.backward()  # expect: unneeded-retain-graph[unsafe]
                    optim.step()

    def get_regularization_loss(self):
        return sum((w ** 2).sum() for w in self.parameters()) * 1e-5
