# Reported at https://github.com/pnnl/neuromancer/pull/292
# The losses of an epoch are stacked for their mean only, yet stored with their graphs.
import torch


class Trainer:
    def __init__(self, problem, train_data, optimizer, epochs, train_metric="train_loss"):
        self.problem = problem
        self.train_data = train_data
        self.optimizer = optimizer
        self.epochs = epochs
        self.train_metric = train_metric

    def train(self):
        for i in range(self.epochs):
            self.problem.train()
            losses = []
            for t_batch in self.train_data:
                t_batch["epoch"] = i
                output = self.problem(t_batch)
                self.optimizer.zero_grad()
                output[self.train_metric].backward()
                self.optimizer.step()
                losses.append(output[self.train_metric])  # expect: detach-stored-tensor[unsafe]
            mean_loss = torch.mean(torch.stack(losses))
            print(f"epoch: {i}  {self.train_metric}: {mean_loss.item()}")
