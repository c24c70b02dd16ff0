import torch


class Engine:
    def __init__(self, module, optimizer):
        self.module = module
        self.optimizer = optimizer

    def forward_step(self, batch, loss_function):
        logits = self.module(batch["ids"])
        loss = loss_function(logits, batch["labels"])
        output = {"logits": logits, "loss": loss, "tokens": 3}
        return loss, output

    def train_batch(self, batches, loss_function):
        outputs = []
        for batch in batches:
            loss, output = self.forward_step(batch, loss_function)
            loss.backward()
            outputs.append(output)  # expect: detach-stored-tensor[unsafe]
        self.optimizer.step()
        return [one["loss"].item() for one in outputs]


def train(loader, module, optimizer):
    outputs = []
    for batch in loader:
        optimizer.zero_grad()
        output = module.training_step(batch)
        output["loss"].backward()
        optimizer.step()
        outputs.append(output)  # expect: detach-stored-tensor[unsafe]
    return module.training_epoch_end(outputs)
