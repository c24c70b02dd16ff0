# Reported at https://github.com/ray-project/ray/pull/40940
# A zero tensor collects the losses of an epoch and is gathered over all processes at its
# end.
import torch
from accelerate import Accelerator


def training_function(model, optimizer, scheduler, loader, epochs):
    accelerator = Accelerator()
    model, optimizer, loader = accelerator.prepare(model, optimizer, loader)
    for epoch in range(epochs):
        model.train()
        loss_sum = torch.tensor(0.0).to(accelerator.device)
        for step, batch in enumerate(loader):
            outputs = model(**batch)
            loss = outputs.loss
            loss_sum += loss.detach()  # expect: detach-accumulated-loss[safe]
            accelerator.backward(loss)
            optimizer.step()
            scheduler.step()
            optimizer.zero_grad()
            if step % 20 == 0:
                accelerator.print("epoch %d step %d loss %f" % (epoch, step, loss.item()))
        mean = torch.mean(accelerator.gather(loss_sum[None])).item()
        print("train loss", mean / len(loader))
