from setuptools import setup

setup(name="ranking", packages=["ranking"])
