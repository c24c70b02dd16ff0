from .parts import Extractor
