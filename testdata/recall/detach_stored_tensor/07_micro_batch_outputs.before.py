# Reported at https://github.com/verl-project/verl/pull/7874
# The outputs of every micro-batch, with graph, stay in a list until the whole mini-batch
# is done.
import torch


class Engine:
    def __init__(self, module, optimizer):
        self.module = module
        self.optimizer = optimizer

    def forward_step(self, micro_batch, loss_function):
        logits = self.module(micro_batch["input_ids"])
        log_probs = torch.log_softmax(logits, dim=-1)
        loss = loss_function(log_probs, micro_batch["labels"])
        output = {"log_probs": log_probs, "loss": loss}
        return loss, output

    def train_batch(self, micro_batches, loss_function):
        self.optimizer.zero_grad()
        output_lst = []
        for micro_batch in micro_batches:
            loss, output = self.forward_step(micro_batch, loss_function)
            loss.backward()
            output_lst.append(output)  # expect: detach-stored-tensor[unsafe]
        self.optimizer.step()
        return [o["loss"].item() for o in output_lst]
