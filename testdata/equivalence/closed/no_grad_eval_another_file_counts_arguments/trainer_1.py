class Trainer:
    def __init__(self, task):
        self.task = task

    def validate(self, batches):
        step = self.task.validation_step
        for epoch, batch in enumerate(batches):
            if step.__code__.co_argcount > 2:
                step(batch, epoch)
            else:
                step(batch)
