// Attacks: the stack of the C# compiler: an expression of brackets that never close.
class Program { static int x = @REPEAT 100000 (-@
