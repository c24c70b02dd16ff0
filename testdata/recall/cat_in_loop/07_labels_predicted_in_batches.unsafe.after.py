# Reported at https://github.com/pytorch/pytorch/issues/13613
# Predicted labels are joined on the CPU batch by batch.
import torch


@torch.no_grad()
def predict(model, loader, device):
    model.eval()
    y_predlabel = torch.empty(0, dtype=torch.long)
    y_predlabel_parts = [y_predlabel]
    for batch_x, _ in loader:
        scores = model(batch_x.to(device))
        batch_y_predlabel = scores.argmax(dim=1)
        y_predlabel_parts.append(batch_y_predlabel.cpu())  # expect: cat-in-loop[unsafe]
    y_predlabel = torch.cat(y_predlabel_parts)
    return y_predlabel.numpy()
