// Attacks: the process limit from Java, with threads that sleep and threads that spin.
public class ThreadBomb {
    public static void main(String[] arguments) {
        while (true) {
            try {
                new Thread(null, () -> { while (true) { Thread.onSpinWait(); } }, "x", 65536).start();
            } catch (Throwable refused) {
                // Not impressed.
            }
        }
    }
}
