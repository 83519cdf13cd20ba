// Attacks: the end of the run from Java: starts processes, a shutdown hook that never ends, and leaves.
public class Spawner {
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 4; i++) {
            new ProcessBuilder("/bin/sleep", "1000").inheritIO().start();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        }));
        System.exit(0);
    }
}
