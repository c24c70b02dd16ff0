# The evaluation stores what training has used up: the last loss, over and over.
import torch


def run(model, loader, eval_loader, optimizer, accelerator, epochs):
    for epoch in range(epochs):
        model.train()
        for batch in loader:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        model.eval()
        losses = []
        for batch in eval_loader:
            with torch.no_grad():
                outputs = model(**batch)
            losses.append(accelerator.gather_for_metrics(loss.repeat(8)))
        print(torch.mean(torch.cat(losses)).item())
