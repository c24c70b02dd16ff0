# The model of the last iteration is used after the loop.
from tensorflow import keras


def curriculum(levels, x):
    for level in levels:
        model = keras.Sequential([keras.layers.Dense(level)])
        model.compile("adam", "mse")
        model.fit(x, x)
    return model.predict(x)
