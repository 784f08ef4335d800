"""What travels between server and clients: messages over sockets, resources over HTTP."""
