import numpy as np
import tensorflow as tf
from tensorflow.keras import layers


def build(words, units):
    given = layers.Input(shape=(20,), dtype="int32")
    x = layers.Embedding(words, 8)(given)
    x = layers.GlobalMaxPooling1D()(x)
    model = tf.keras.Model(given, layers.Dense(units)(x))
    model.compile("adam", "mse")
    return model


def search(texts, y, sizes):
    words = layers.TextVectorization(output_sequence_length=20)
    words.adapt(texts)
    x = words(texts).numpy()
    stop = tf.keras.callbacks.EarlyStopping(patience=2)
    scores = []
    for units in sizes:
        tf.keras.backend.clear_session()
        model = build(words.vocabulary_size(), units)  # expect: keras-clear-session[unsafe]
        model.fit(x, y, callbacks=[stop])
        scores.append(float(np.mean(model.predict(x))))
    return scores
