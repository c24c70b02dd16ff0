# Filled by decorators, by a metaclass, by a function that registers.
MODELS = {}
NAMES = []
STEPS = []
KINDS = []
HOOKS = []
TYPES = {}


def model(cls):
    MODELS[cls.__name__] = cls
    return cls


def named(name):
    def add(func):
        NAMES.append(name)
        return func

    return add


def step(function):
    STEPS.append(function.__name__)


@step
def first():
    pass


def register_kind(kind):
    KINDS.append(kind)


def install(hook):
    HOOKS.append(hook)


class Meta(type):
    def __new__(mcs, name, bases, body):
        made = super().__new__(mcs, name, bases, body)
        TYPES[name] = made
        return made
