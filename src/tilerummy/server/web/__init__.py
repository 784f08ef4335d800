"""The application: HTTP routes, the WebSocket endpoint, middleware, static files, the process."""
