# It makes no layer, and a cleared session would take those of `model` along.
from tensorflow import keras


def embed_all(model, data):
    for x, _ in data:
        embedding = keras.Model(model.input, model.get_layer("embedding").output)
        yield embedding.predict_on_batch(x)
