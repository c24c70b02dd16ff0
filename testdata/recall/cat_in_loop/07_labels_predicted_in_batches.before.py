# Reported at https://github.com/pytorch/pytorch/issues/13613
# Predicted labels are joined on the CPU batch by batch.
import torch


@torch.no_grad()
def predict(model, loader, device):
    model.eval()
    y_predlabel = torch.empty(0, dtype=torch.long)
    for batch_x, _ in loader:
        scores = model(batch_x.to(device))
        batch_y_predlabel = scores.argmax(dim=1)
        y_predlabel = torch.cat((y_predlabel, batch_y_predlabel.cpu()))  # expect: cat-in-loop[unsafe]
    return y_predlabel.numpy()
