# Reported at https://github.com/deepmodeling/deepmd-kit/pull/2259
# np.append in a loop over systems is quadratic.
import numpy as np


def test_probabilities(systems, batch_size):
    nbatches = np.array([])
    nbatches_parts = [nbatches]
    for system in systems:
        nbatches_parts.append(system.get_test_size() // batch_size)  # expect: cat-in-loop[unsafe]
    nbatches = np.concatenate(nbatches_parts, axis=None)
    return nbatches / np.sum(nbatches)
