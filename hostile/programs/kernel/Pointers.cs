// Attacks: the kernel and the judge's files from C#, by functions of the system's libraries and bare pointers.
using System;
using System.Runtime.InteropServices;
class Program {
    [DllImport("libc.so.6", SetLastError = true)] static extern int open(string path, int flags);
    [DllImport("libc.so.6", SetLastError = true)] static extern long syscall(long number, long a, long b, long c, long d, long e);
    [DllImport("libc.so.6", SetLastError = true)] static extern int setuid(int user);
    [DllImport("libc.so.6", SetLastError = true)] static extern int unshare(int flags);
    static void Main() {
        foreach (var path in new[] { Environment.GetEnvironmentVariable("HOSTILE_SECRET"), "/etc/shadow", "/dev/mem", "/judge/answer" })
            if (open(path, 0) >= 0) Console.WriteLine("BREACH " + path);
        foreach (var number in new long[] { 101, 161, 165, 175, 298, 321, 425, 323 })
            if (syscall(number, 16, 1, 0, 0, 0) >= 0) Console.WriteLine("BREACH " + number);
        if (setuid(0) == 0 || unshare(0x10000000) == 0) Console.WriteLine("BREACH");
    }
}
