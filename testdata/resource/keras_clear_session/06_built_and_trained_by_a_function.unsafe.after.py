# The function keeps the model to itself.
import tensorflow as tf


def score(units, x, y):
    model = tf.keras.Sequential([tf.keras.layers.Dense(units)])
    model.compile("adam", "mse")
    model.fit(x, y)
    return model.evaluate(x, y)


def search(grid, x, y):
    results = {}
    for units in grid:
        tf.keras.backend.clear_session()
        results[units] = score(units, x, y)  # expect: keras-clear-session[unsafe]
    return results
