import torch
from transformers import get_cosine_schedule_with_warmup


class ConstantRate:
    def step(self):
        pass


def optimizer_and_schedule(model, warm):
    optimizer = torch.optim.AdamW(model.parameters())
    if warm:
        schedule = get_cosine_schedule_with_warmup(optimizer, 10, 100)
    else:
        schedule = ConstantRate()
    return optimizer, schedule


def schedule_or_not(model, warm):
    optimizer = torch.optim.AdamW(model.parameters())
    if not warm:
        return optimizer, None
    return optimizer, get_cosine_schedule_with_warmup(optimizer, 10, 100)
