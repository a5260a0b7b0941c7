"""The commands of `python -m sleuth`, one file each; every one offers `register`, which adds it to the parser."""
