# Reported at https://github.com/keras-team/keras/issues/2102
# The thread in which clear_session was announced: models made by a function in a search.
from itertools import product

import tensorflow as tf
from tensorflow import keras


def create_model(units, rate):
    model = keras.Sequential([
        keras.layers.Dense(units, activation="relu", input_shape=(20,)),
        keras.layers.Dropout(rate),
        keras.layers.Dense(1, activation="sigmoid"),
    ])
    model.compile(optimizer="adam", loss="binary_crossentropy", metrics=["accuracy"])
    return model


def search(x, y):
    best = None
    for units, rate in product([16, 32, 64], [0.1, 0.3, 0.5]):
        keras.backend.clear_session()
        model = create_model(units, rate)  # expect: keras-clear-session[unsafe]
        history = model.fit(x, y, epochs=10, validation_split=0.2, verbose=0)
        accuracy = max(history.history["val_accuracy"])
        if best is None or accuracy > best[0]:
            best = (accuracy, units, rate)
    return best
