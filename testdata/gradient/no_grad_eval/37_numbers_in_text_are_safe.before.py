# A number says nothing of a graph, and a 0-d tensor formats itself as one.
import logging

import torch
import torch.nn.functional as F

log = logging.getLogger(__name__)


def losses_in_text(model, loader, writer, bar):
    model.eval()
    total = 0
    for i, (x, y) in enumerate(loader):  # expect: no-grad-eval[safe]
        loss = F.cross_entropy(model(x), y)
        total += loss
        print(f"{i}: {loss}, {loss:.3f}", "%d: %.2f" % (i, loss), "{:.4f}".format(loss))
        log.info("%d %s: %.3f", i, "loss", loss)
        writer.add_scalar("loss", loss, i)
        bar.set_postfix(loss=loss.item())
    print(f"mean {total / len(loader)}")


def labels_in_text(model, loader):
    model.eval()
    for x, _ in loader:  # expect: no-grad-eval[safe]
        out = model(x)
        print(out.argmax(1), out.shape, out.detach(), out > 0.5)
    torch.save(out.detach(), "last.pt")


for net in (torch.nn.Linear(4, 2), torch.nn.Linear(4, 3)):
    losses_in_text(net, [], None, None)
    labels_in_text(net, [])
