import zoo


def run(fc, x):
    return zoo.ask(fc(x))
