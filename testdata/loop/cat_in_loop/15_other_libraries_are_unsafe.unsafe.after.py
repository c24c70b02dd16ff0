import numpy as np
import tensorflow as tf


def collect(batches):
    rows = np.zeros((0, 3))
    tensors = tf.zeros((0, 3))
    rows_parts = [rows]
    tensors_parts = [tensors]
    for x in batches:
        x = np.append(x, [[1, 2, 3]], axis=0)
        rows_parts.append(x)  # expect: cat-in-loop[unsafe]
        tensors_parts.append(x)  # expect: cat-in-loop[unsafe]
    tensors = tf.concat(tensors_parts, axis=0)
    rows = np.concatenate(rows_parts, axis=0)
    return rows, tensors
