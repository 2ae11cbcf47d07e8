"""Tools around programs: the command line (`gleed`), whose run, inspect and bench are the C++ program's own."""
