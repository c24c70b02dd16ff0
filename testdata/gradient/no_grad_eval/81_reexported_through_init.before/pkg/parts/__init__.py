from .extractor import Extractor as Extractor
