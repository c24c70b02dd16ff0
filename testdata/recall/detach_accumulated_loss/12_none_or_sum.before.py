# Reported at https://github.com/RUCAIBox/RecBole/pull/307
# The total is None at first; a conditional expression starts it with the first loss.
import torch


class Trainer:
    def __init__(self, config, model):
        self.model = model
        self.optimizer = torch.optim.Adam(model.parameters(), lr=config["lr"])

    def _train_epoch(self, train_data, epoch_idx):
        self.model.train()
        total_loss = None
        for batch_idx, interaction in enumerate(train_data):
            interaction = interaction.to("cuda")
            self.optimizer.zero_grad()
            losses = self.model.calculate_loss(interaction)
            total_loss = losses if total_loss is None else total_loss + losses  # expect: detach-accumulated-loss[safe]
            losses.backward()
            self.optimizer.step()
        print("epoch %d loss %.4f" % (epoch_idx, total_loss.item()))
