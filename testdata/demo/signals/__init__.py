"""Recognising and continuing noisy waves: a small project to try mlfix on."""
