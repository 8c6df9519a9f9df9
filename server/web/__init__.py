"""The web server: the app, its routes, the loop that serves it to browsers."""
