# rule: keras-clear-session
# level: unsafe
# measure: uncollected-bytes
# leak: growth
# output: same
# needs: keras
"""A search over widths; each model is made, trained and forgotten."""
import keras
import numpy as np


def search(widths, x, y):
    for units in widths:
        # sample
        keras.utils.set_random_seed(units)
        model = keras.Sequential(
            [keras.layers.Input((3,)), keras.layers.Dense(units), keras.layers.Dense(1)]
        )
        model.compile("sgd", "mse")
        model.fit(x, y, verbose=0)
        print(f"{units} {model.evaluate(x, y, verbose=0):.9f}")


search(range(2, 14), np.ones((4, 3), "float32"), np.ones((4, 1), "float32"))
