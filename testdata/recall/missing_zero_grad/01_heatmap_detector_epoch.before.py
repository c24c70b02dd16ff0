# Reported at https://github.com/yastrebksv/TennisCourtDetector/issues/7
# train() of a court detector steps in every batch and never resets the gradients.
import torch


def train(model, train_loader, optimizer, criterion, device, epoch, max_iters=1000):
    model.train()
    losses = []
    max_iters = min(max_iters, len(train_loader))
    for iter_id, batch in enumerate(train_loader):
        out = model(batch[0].float().to(device))
        gt_hm = batch[1].float().to(device)
        loss = criterion(torch.sigmoid(out), gt_hm)

        loss.backward()  # expect: missing-zero-grad[unsafe]
        optimizer.step()

        print("train, epoch = {}, iter = [{}|{}], loss = {}".format(
            epoch, iter_id, max_iters, round(loss.item(), 6)))
        losses.append(loss.item())
        if iter_id > max_iters - 1:
            break
    return sum(losses) / len(losses)
