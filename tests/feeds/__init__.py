"""Tests of the three feed formats."""
