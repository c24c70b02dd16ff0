from .accuracy import accuracy
