from evaluation import evaluate


def main(model, loader):
    print(evaluate(model, loader))
