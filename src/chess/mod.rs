//! The rules of chess and nothing else: board, moves, generation, notation, perft.
