"""The sockets. One hub per process reads a changed table once, renders it once per audience and sends it to everybody.

`consumers` are the sockets, `hub` is what they subscribe to, `audience` renders, `notifications` listens to the channel
layer, `queries` asks the database what changed and whose rights ended, `mailbox` keeps the newest message per socket.
"""
