"""`make returning`: how soon 500 sockets are all back when their server was killed and another one takes its place.

Consoles and the jefe's table pages, half of each, at the tables of a house of its own on this machine. All of them come
at once and, where they are refused, again after a quarter of a second, which is more often than a page does. One is back
once it has been sent its table. Counted is from the moment at which the new server takes connections.
"""
