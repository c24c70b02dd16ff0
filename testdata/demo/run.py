"""Trains on synthetic waves and prints a report: python3 run.py"""

import torch
import torch.distributed as dist

from signals.curriculum import choose_noise
from signals.data import Waves, loudness, make_loaders
from signals.decoding import continue_waves
from signals.deployment import compiled_outputs, trace_by_length
from signals.evaluation import accuracy, confusion, robust_accuracy
from signals.inspection import ActivationMeter, embeddings, spread
from signals.model import Forecaster, WaveClassifier
from signals.parallel import average, one_group_per_rank
from signals.training import train_classifier, train_forecaster, train_smoothly


def report_classifier(train, test):
    model = WaveClassifier()
    curve = train_classifier(model, train, epochs=8)
    print("loss by epoch:", [round(value, 3) for value in curve])
    print(f"accuracy: {accuracy(model, test):.3f}")
    print(f"under attack: {robust_accuracy(model, test):.3f}")
    print("confusion:", confusion(model, test).tolist())
    print(f"spread: {spread(embeddings(model, test)):.4f}")
    batches = [waves for waves, _ in test]
    print("traced:", compiled_outputs(model, batches)[:12])
    print("traces:", sorted(trace_by_length(model, (32, 48, 64))))
    return curve


def report_forecaster(train, test):
    model = Forecaster()
    print("forecast losses:", train_forecaster(model, train, epochs=2))
    print(f"smoothed: {train_smoothly(model, train):.4f}")
    waves, _ = next(iter(test))
    meter = ActivationMeter(model.out)
    print("continued to:", tuple(continue_waves(model, waves, steps=6).shape))
    print(f"mean of the last prediction: {meter.mean:.4f}")


def reward_of(noise):
    """Clean data earn little, wild data earn nothing."""
    waves = torch.stack([wave for wave, _ in Waves(6, noise=noise, seed=1)])
    return float(1.0 - abs(waves.std().item() - 0.8))


def main():
    torch.manual_seed(0)
    dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
    train, test = make_loaders()
    usual, largest = loudness(train)
    print(f"loudness: {usual:.3f}, at most {largest:.3f}")
    curve = report_classifier(train, test)
    report_forecaster(train, test)
    noise, sure = choose_noise(reward_of)
    print(f"train with noise {noise} ({sure:.2f} sure)")
    one_group_per_rank()
    print("averaged:", [round(value, 3) for value in average(curve)])


if __name__ == "__main__":
    main()
