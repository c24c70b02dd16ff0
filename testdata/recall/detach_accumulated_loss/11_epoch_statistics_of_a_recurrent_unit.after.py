# Reported at https://github.com/boschresearch/Continuous-Recurrent-Units/pull/4
# Two sums per epoch, likelihood and error, keep all graphs; the machine hung in the end.
import torch


class CRUTrainer:
    def __init__(self, model, lr):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr)

    def compute_loss(self, obs, truth):
        mean, var = self.model(obs)
        nll = 0.5 * ((truth - mean) ** 2 / var + var.log()).mean()
        mse = ((truth - mean) ** 2).mean()
        return nll, mse

    def train_epoch(self, dl):
        epoch_ll = 0
        epoch_mse = 0
        for i, (obs, truth) in enumerate(dl):
            self.optimizer.zero_grad()
            loss, mse = self.compute_loss(obs, truth)
            loss.backward()
            self.optimizer.step()
            epoch_ll += loss.detach()  # expect: detach-accumulated-loss[safe]
            epoch_mse += mse  # expect: detach-accumulated-loss[unsafe]
        return epoch_ll.item() / (i + 1), epoch_mse.item() / (i + 1)
