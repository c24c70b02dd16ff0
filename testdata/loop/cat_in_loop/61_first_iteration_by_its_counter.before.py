# The first iteration begins anew each time.
import numpy as np


def precompute(attacks, generator, batches):
    samples = []
    for attack in attacks:
        for i in range(batches):
            part = attack(next(generator))
            if i == 0:
                adversarial = part
            else:
                adversarial = np.append(adversarial, part, axis=0)  # expect: cat-in-loop[unsafe]
        samples.append(adversarial)
    return samples
