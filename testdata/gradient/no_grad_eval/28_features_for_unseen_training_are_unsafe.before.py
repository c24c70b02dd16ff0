import torch
from heads import evaluate_embeddings


def main(encoder, data, labels):
    encoder.eval()
    features = encoder(data)  # expect: no-grad-eval[unsafe]
    evaluate_embeddings(features, labels)
