// Attacks: the end of the run: threads that end the virtual machine at once, while hooks at its end never do.
public class EndRace {
    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                new ProcessBuilder("sh", "-c", "trap '' TERM; sleep 1000").start();
            } catch (Exception held) {
                // no more processes
            }
            for (;;) Thread.onSpinWait();
        }));
        for (int i = 0; i < 8; i++) new Thread(() -> System.exit(0)).start();
        System.exit(0);
    }
}
