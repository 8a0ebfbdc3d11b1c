"""The demo casino, and the robot that plays one of its tables: croupier and players together.

`robot.Robot` decides on the next command from the snapshot alone. `play.play` sends it through a `client`, in this
process or over HTTP. `demo` builds the casino, `credentials` keeps its secrets, `night` plays a whole evening.
"""
