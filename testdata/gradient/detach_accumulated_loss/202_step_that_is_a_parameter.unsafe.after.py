# What the step gives is known by the functions that callers hand over.
import torch


class Board:
    def __init__(self):
        self.total, self.steps = {}, 0

    def add(self, stats):
        self.total = {k: self.total.get(k, 0) + v for k, v in stats.items()}
        self.steps += 1

    def means(self):
        return {k: float(v) / self.steps for k, v in self.total.items()}


def by_likelihood(model, batch):
    words, log_probs = model.decoder.sample(batch)
    loss = -log_probs.mean()
    return loss, {"count": float(len(words)), "nll": loss}


def by_numbers(model, batch):
    loss = model(batch).mean()
    return loss, {"mean": loss.item()}


def run(model, loader, optimizer, step):
    board = Board()
    for batch in loader:
        loss, stats = step(model, batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        board.add({k: v.detach() if torch.is_tensor(v) else v for k, v in stats.items()})  # expect: detach-accumulated-loss[unsafe]
    return board.means()


def run_quietly(model, loader, optimizer, step):
    board = Board()
    for batch in loader:
        loss, stats = step(model, batch)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        board.add(stats)
    return board.means()


def main(model, loader, optimizer, plain):
    run_quietly(model, loader, optimizer, by_numbers)
    return run(model, loader, optimizer, by_numbers if plain else by_likelihood)
