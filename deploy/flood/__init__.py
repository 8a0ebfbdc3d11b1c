"""`make flood`: how long a table's commands take while everybody else asks for all that the house has.

The server is the product's own, with a database, a folder and a port of its own on this machine. Quiet times and floods
take turns, so that what else the machine does falls on both alike. In a flood come fifty logins a second with a wrong
passphrase, twenty reports at a time, 500 idle sockets, sockets that read slowly or not at all, and connections on which
half a request was sent.
"""
