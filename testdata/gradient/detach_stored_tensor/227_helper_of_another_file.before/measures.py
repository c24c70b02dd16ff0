def overlap(prediction, target, eps=1e-6):
    common = (prediction * target).sum()
    return (2 * common + eps) / (prediction.sum() + target.sum() + eps)


def accuracy(prediction, target):
    return (prediction.argmax(1) == target).float().mean()
