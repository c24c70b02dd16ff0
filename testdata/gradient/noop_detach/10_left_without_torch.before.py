def clean(loss):
    loss.detach()
