"""The demo casino, and the robot that plays one of its tables: croupier and players together.

`robot.Robot` decides on the next command from the snapshot alone. `play.play` sends it, in this process or over HTTP
(`client`, `http_client`). `demo` builds the casino, `credentials` keeps its secrets, `night` plays a whole evening.
"""
