from setuptools import setup

setup(name="rating", py_modules=["rating", "networks"])
