"""Bokashi, a personal publishing house: text at the bottom, web at the top, imports go one way."""

__version__ = "0.1.0"
