import torch
from accelerate import Accelerator


def run(config, loaders, build):
    accelerator = Accelerator()
    model, optimizer = accelerator.prepare(*build(config))
    test_predictions = []
    for fold in range(config.folds):
        for batch in loaders.train:
            loss = model(**batch).loss
            accelerator.backward(loss)
            optimizer.step()
            optimizer.zero_grad()
        model.eval()
        losses, predictions = [], []
        for batch in loaders.test:
            with torch.no_grad():
                outputs = model(**batch)
            loss = outputs.loss
            losses.append(loss)
            logits = outputs.logits
            logits, labels = accelerator.gather_for_metrics((logits, batch["labels"]))
            predictions.append(logits.cpu())
            if fold == 0:
                losses.append(accelerator.gather_for_metrics(loss.repeat(4)))
        test_predictions.append(torch.cat(predictions, dim=0))
        print(torch.cat(losses).mean())
    return torch.stack(test_predictions)
