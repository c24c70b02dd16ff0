# A function of the file clears it.
import tensorflow as tf
from tensorflow.keras.backend import clear_session


def fresh(units):
    clear_session()
    return tf.keras.Sequential([tf.keras.layers.Dense(units)])


for units in grid:
    model = fresh(units)
    model.fit(x, y)
