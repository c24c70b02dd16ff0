# options: strict: true
from tensorflow.keras.layers import Conv2D, Dense
from tensorflow.keras.models import Sequential


def build(units):
    model = Sequential()  # expect: memory-not-freed[report]
    model.add(Conv2D(units, 3))
    model.add(Dense(1))
    return model
