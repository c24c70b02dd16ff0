from rates import accepted
from trainer import fit


def report(model):
    print(accepted(model, model.sample, 100))


fit("config.yaml", on_evaluation=report)
