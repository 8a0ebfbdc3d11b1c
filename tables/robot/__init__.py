"""The demo casino, and the robot that plays a table of it: a croupier and the players at his table.

`robot.Robot` decides the next command from the snapshot alone; `play.play` gives it through a door (`door`), in this
process or over HTTP; `demo` builds the casino and `kept` keeps its secrets.
"""
