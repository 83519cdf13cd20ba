// Attacks: files of the judge, by attributes that the C# compiler reads a file for, and by names of lines.
#line 1 "@SECRET@"
using System.Reflection;
[assembly: AssemblyKeyFile("@SECRET@")]
[assembly: AssemblyDelaySign(true)]
#pragma checksum "@SECRET@" "{406EA660-64CF-4C82-B6F0-42D48172A799}" "00"
#warning "@SECRET@"
class Main { static void Start() { } }
