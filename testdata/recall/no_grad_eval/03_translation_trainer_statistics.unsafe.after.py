# Reported at https://github.com/OpenNMT/OpenNMT-py/issues/1141
# no_grad was forgotten in validate() when volatile inputs went away; the loss object
# fills a statistics object.
import torch

from onmt_like.statistics import Statistics


class Trainer:
    def __init__(self, model, train_loss, valid_loss):
        self.model = model
        self.train_loss = train_loss
        self.valid_loss = valid_loss

    @torch.no_grad()
    def validate(self, valid_iter):
        self.model.eval()
        stats = Statistics()
        for batch in valid_iter:  # expect: no-grad-eval[unsafe]
            src, src_lengths = batch.src
            outputs, attentions = self.model(src, batch.tgt, src_lengths)
            batch_stats = self.valid_loss.compute(batch, outputs, attentions)
            stats.update(batch_stats)
        self.model.train()
        return stats
