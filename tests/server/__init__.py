"""Tests of the server: its pure parts, and real servers over real sockets."""
