"""Bad input at volume: whatever comes in is answered, and nothing of it is an error of the product.

`make fuzz` is the long round, `test_fuzz.py` a short one. Each group yields one outcome for each input.
"""
