"""The line to the players' devices: what may come in, how much, how long it may take, and what of it is logged.

`play` and `serve` get all of it from `server`. What `bodies` and `log` do also holds where uvicorn is started alone.
"""
