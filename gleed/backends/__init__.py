"""Backends: one folder each."""
