# The name that the file has for the backend is used.
import tensorflow as tf
from tensorflow.keras import backend as K


def widths(x, y):
    for units in (8, 16, 32):
        K.clear_session()
        inputs = tf.keras.Input((3,))
        model = tf.keras.Model(inputs, tf.keras.layers.Dense(units)(inputs))  # expect: keras-clear-session[unsafe]
        model.compile("adam", "mse")
        print(model.evaluate(x, y), K.epsilon())
