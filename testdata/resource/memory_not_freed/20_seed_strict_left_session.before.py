# options: strict: true
from tensorflow.keras import backend as K
from tensorflow.keras.layers import Dense

layer = Dense(3)
K.clear_session()
