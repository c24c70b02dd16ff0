import importlib
import os

backend = importlib.import_module("." + os.environ["BACKEND"], __name__)
