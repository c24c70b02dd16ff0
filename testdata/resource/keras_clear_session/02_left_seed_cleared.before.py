# The session is cleared, if only at the end of the body.
import tensorflow as tf


def build_model(cfg):
    return tf.keras.Sequential([tf.keras.layers.Dense(cfg["units"])])


for cfg in hyperparams_grid:
    model = build_model(cfg)
    model.fit(X, y)
    tf.keras.backend.clear_session()
