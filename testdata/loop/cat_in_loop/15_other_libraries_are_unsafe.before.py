import numpy as np
import tensorflow as tf


def collect(batches):
    rows = np.zeros((0, 3))
    tensors = tf.zeros((0, 3))
    for x in batches:
        x = np.append(x, [[1, 2, 3]], axis=0)
        rows = np.concatenate([rows, x], axis=0)  # expect: cat-in-loop[unsafe]
        tensors = tf.concat([tensors, x], axis=0)  # expect: cat-in-loop[unsafe]
    return rows, tensors
