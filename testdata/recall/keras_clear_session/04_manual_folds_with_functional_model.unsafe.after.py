# Reported at https://github.com/adriangb/scikeras/issues/283
# Manual k-fold: out of memory after several iterations although the model is deleted.
import numpy as np
import tensorflow as tf
from sklearn.model_selection import KFold


def cross_validate(X, y, n_classes):
    kf = KFold(n_splits=3)
    pred_probs = np.zeros([len(X), n_classes])
    for train_index, test_index in kf.split(X):
        tf.keras.backend.clear_session()
        inputs = tf.keras.Input(shape=X.shape[1:])
        hidden = tf.keras.layers.Dense(256, activation="relu")(inputs)
        outputs = tf.keras.layers.Dense(n_classes, activation="softmax")(hidden)
        kfold_model = tf.keras.Model(inputs, outputs)  # expect: keras-clear-session[unsafe]
        kfold_model.compile("adam", "sparse_categorical_crossentropy")
        kfold_model.fit(X[train_index], y[train_index], epochs=10, batch_size=256)
        pred_probs[test_index] = kfold_model.predict(X[test_index])
        del kfold_model
    return pred_probs
