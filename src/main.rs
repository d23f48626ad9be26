//! The command line of Mango AC.

fn main() {}
