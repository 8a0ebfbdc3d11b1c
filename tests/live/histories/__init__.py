"""Whether what clients saw of a table can have happened: a linearizability check (Wing and Gong, 1993).

Every request is an operation with the time at which it was sent and the time of its answer. A history holds if its
operations can be put in one order that keeps those times, and in which the engine itself gives each its answer.
"""
