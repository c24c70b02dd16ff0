# One model, layer by layer.
from tensorflow import keras


def deep(depth):
    model = keras.Sequential()
    for _ in range(depth):
        model.add(keras.layers.Dense(8))
    return model
