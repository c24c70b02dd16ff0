import torch
from transformers import Trainer


class Preferring(Trainer):
    def forward(self, model, batch):
        outputs = model(batch["ids"])
        return outputs.logits[:4], outputs.logits[4:]

    def get_batch_loss_metrics(self, model, batch):
        chosen, rejected = self.forward(model, batch)
        loss = -(chosen - rejected).mean()
        return loss, {"margin": loss.item()}

    def margins(self, model, batches):
        with torch.no_grad():
            return [self.forward(model, batch)[0].mean().item() for batch in batches]

    def compute_loss(self, model, inputs, return_outputs=False):
        loss, metrics = self.get_batch_loss_metrics(model, inputs)
        return (loss, metrics) if return_outputs else loss

    def prediction_step(self, model, inputs, prediction_loss_only, ignore_keys=None):
        with torch.no_grad():
            loss, metrics = self.get_batch_loss_metrics(model, inputs)
        return loss.detach(), None, None
