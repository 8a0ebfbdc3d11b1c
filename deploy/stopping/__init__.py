"""`make stopping`: the server is stopped again and again while clients keep it busy, and must end in order each time.

In every round eight clients ask without a pause, screens listen, one client has sent half a request and one keeps an idle
connection. Then the server gets SIGTERM or SIGINT. Every request that was sent must be answered, every screen closed with
4503, and the server must end with status 0 within its deadline. At the end whatever was accepted must be in the record,
and the audit must hold.
"""
