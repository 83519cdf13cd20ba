// Attacks: the end of the run: processes that C# starts and does not wait for.
using System.Diagnostics;
class Program {
    static void Main() {
        for (int i = 0; i < 3; i++) Process.Start(new ProcessStartInfo("/bin/sh", "-c \"trap '' TERM HUP INT; sleep 1000\"") { UseShellExecute = false });
        System.Environment.Exit(0);
    }
}
