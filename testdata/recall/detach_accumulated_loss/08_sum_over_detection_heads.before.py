# Reported at https://github.com/bubbliiiing/yolo3-pytorch/issues/3
# The losses of three heads are summed, sent backward, and added to the total of the
# epoch.
import torch
from tqdm import tqdm


def fit_one_epoch(net, yolo_losses, epoch, epoch_size, gen, optimizer):
    total_loss = 0
    with tqdm(total=epoch_size, desc=f"Epoch {epoch}") as pbar:
        for iteration, batch in enumerate(gen):
            if iteration >= epoch_size:
                break
            images, targets = batch[0], batch[1]
            images = torch.from_numpy(images).type(torch.FloatTensor).cuda()
            optimizer.zero_grad()
            outputs = net(images)
            losses = []
            for i in range(3):
                loss_item = yolo_losses[i](outputs[i], targets)
                losses.append(loss_item[0])
            loss = sum(losses)
            loss.backward()
            optimizer.step()
            total_loss += loss  # expect: detach-accumulated-loss[safe]
            pbar.set_postfix(total_loss=total_loss.item() / (iteration + 1))
            pbar.update(1)
    return total_loss.item() / epoch_size
