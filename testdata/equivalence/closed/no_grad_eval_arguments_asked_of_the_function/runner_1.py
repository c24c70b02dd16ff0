import inspect


class Runner:
    def __init__(self, trainer):
        self.trainer = trainer

    def run(self, name, **values):
        step = getattr(self.trainer, name)
        wanted = inspect.getfullargspec(step).args
        return step(**{key: value for key, value in values.items() if key in wanted})
