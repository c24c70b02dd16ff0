"""Trains for a while and watches the embeddings: python3 long_run.py [ROUNDS]"""

import sys

import torch

from signals.data import make_loaders
from signals.inspection import embeddings, spread
from signals.model import Forecaster, WaveClassifier
from signals.training import train_classifier, train_forecaster


def main(rounds):
    torch.manual_seed(0)
    train, test = make_loaders(count=3000, batch_size=50)
    classifier = WaveClassifier(width=32)
    forecaster = Forecaster()
    for number in range(rounds):
        (loss,) = train_classifier(classifier, train, epochs=1)
        last = train_forecaster(forecaster, train, epochs=2)[-1]
        seen = spread(embeddings(classifier, test))
        print(f"round {number}: loss {loss:.4f}, forecast {last:.4f}, spread {seen:.4f}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
