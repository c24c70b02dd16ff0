import tensorflow as tf

models = []
for cfg in hyperparams_grid:
    model = tf.keras.Sequential([tf.keras.layers.Dense(cfg)])
    model.fit(X, y)
    models.append(model)

    tf.keras.backend.clear_session()
