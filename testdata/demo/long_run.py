"""Trains for a while and watches the embeddings: python3 long_run.py [ROUNDS]"""

import sys

import torch

from signals.data import make_loaders
from signals.inspection import embeddings, spread
from signals.model import Forecaster, WaveClassifier
from signals.training import train_classifier, train_forecaster


def main(rounds):
    torch.manual_seed(0)
    train, test = make_loaders(count=3000, batch_size=60)
    classifier = WaveClassifier(width=32)
    for number in range(rounds):
        (loss,) = train_classifier(classifier, train, epochs=1)
        seen = spread(embeddings(classifier, test))
        print(f"round {number}: loss {loss:.4f}, spread {seen:.4f}", flush=True)
    train, _ = make_loaders(count=600, batch_size=40)
    print("forecast losses:", train_forecaster(Forecaster(width=64), train, epochs=rounds // 2))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 24)
