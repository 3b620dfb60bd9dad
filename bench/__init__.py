"""Measurements of the running product. `make bench` runs them all; ratios only, in interleaved rounds."""
