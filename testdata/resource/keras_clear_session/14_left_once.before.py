# No loop, no growth.
import keras


def train(x, y):
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("adam", "mse")
    for _ in range(3):
        model.fit(x, y)
    return model
