// empty.cpp -- what any program weighs; subtracted from the others.
int main() { return 0; }
