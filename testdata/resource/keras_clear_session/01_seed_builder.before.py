# A local function builds the model of each configuration.
import tensorflow as tf


def build_model(cfg):
    model = tf.keras.Sequential([tf.keras.layers.Dense(cfg["units"]), tf.keras.layers.Dense(1)])
    model.compile("adam", "mse")
    return model


for cfg in hyperparams_grid:
    model = build_model(cfg)  # expect: keras-clear-session[unsafe]
    model.fit(X, y)
