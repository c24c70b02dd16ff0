# The first iteration begins anew each time.
import numpy as np


def precompute(attacks, generator, batches):
    samples = []
    for attack in attacks:
        adversarial_parts = []
        for i in range(batches):
            part = attack(next(generator))
            adversarial_parts.append(part)
        if adversarial_parts:
            adversarial = np.concatenate(adversarial_parts, axis=0)
        samples.append(adversarial)
    return samples
