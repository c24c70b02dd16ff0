# Reported at https://github.com/facebookarchive/loop/issues/57
# A sharp jump of GPU memory in the validation step, then out of memory.
import torch
from tqdm import tqdm


@torch.no_grad()
def evaluate(model, criterion, epoch, eval_losses, valid_loader):
    total = 0
    valid_enum = tqdm(valid_loader, desc="Valid epoch %d" % epoch)

    model.eval()
    for txt, feat, spkr in valid_enum:  # expect: no-grad-eval[unsafe]
        txt = (txt[0].cuda(), txt[1])
        feat = (feat[0].cuda(), feat[1])
        spkr = spkr.cuda()

        output, _ = model([txt[0], spkr], feat[0])
        loss = criterion(output, feat[0], feat[1])

        total += loss.item()
        valid_enum.set_description("Valid (loss %.2f) epoch %d" % (loss.item(), epoch))

    avg = total / len(valid_loader)
    eval_losses.append(avg)
    return avg
