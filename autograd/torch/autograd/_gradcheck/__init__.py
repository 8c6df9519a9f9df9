"""What `gradcheck` compares: derivatives as the engine gives them, and as differences do.

Written as programs of torch's own interface. The order and number of calls of the checked function
are torch's, since such functions print.
"""
