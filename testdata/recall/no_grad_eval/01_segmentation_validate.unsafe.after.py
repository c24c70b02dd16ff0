# Reported at https://github.com/hszhao/semseg/issues/60
# The validation after each epoch ran out of memory: eval mode, but gradients on.
import time

import torch
import torch.nn.functional as F

from util import AverageMeter, intersection_and_union


def validate(val_loader, model, criterion, classes):
    batch_time = AverageMeter()
    loss_meter = AverageMeter()
    intersection_meter = AverageMeter()
    union_meter = AverageMeter()
    model.eval()
    end = time.time()
    with torch.no_grad():
        for i, (image, target) in enumerate(val_loader):  # expect: no-grad-eval[unsafe]
            image = image.cuda(non_blocking=True)
            target = target.cuda(non_blocking=True)
            output = model(image)
            output = F.interpolate(output, size=target.size()[1:], mode="bilinear")
            loss = criterion(output, target)
            n = image.size(0)
            loss_meter.update(loss.item(), n)
            prediction = output.max(1)[1]
            intersection, union = intersection_and_union(prediction, target, classes)
            intersection_meter.update(intersection.cpu().numpy())
            union_meter.update(union.cpu().numpy())
            batch_time.update(time.time() - end)
            end = time.time()
    iou = intersection_meter.sum / (union_meter.sum + 1e-10)
    return loss_meter.avg, iou.mean()
