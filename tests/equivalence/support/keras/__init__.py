"""A stand-in for Keras, which is not among Debian's packages.

It has what the programs can observe of Keras' global state and nothing else: layers are named
by counters of the process, `clear_session()` sets the counters back, and what was made before
cannot be used after it, as in graph mode. Layers compute and learn with PyTorch. Values are
arrays of NumPy.
"""

from keras import backend, layers, models
from keras.models import Sequential

__all__ = ["Sequential", "backend", "layers", "models"]
