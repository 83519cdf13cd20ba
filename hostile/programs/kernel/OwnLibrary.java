// Attacks: the virtual machine: loads libraries of the system's and of its own making into it, and attaches to others.
import java.nio.file.Files;
import java.nio.file.Path;

public class OwnLibrary {
    public static void main(String[] arguments) throws Exception {
        try {
            Files.write(Path.of("/box/evil.so"), new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1, 0});
            System.load("/box/evil.so");
            System.out.println("BREACH");
        } catch (Throwable held) {
            System.out.println("refused");
        }
        for (String path : new String[] {System.getenv("HOSTILE_SECRET"), "/etc/shadow", "/judge/answer"}) {
            try {
                System.out.println("BREACH " + Files.readString(Path.of(path)));
            } catch (Exception held) {
                System.out.println("refused");
            }
        }
        try {
            Process process = new ProcessBuilder("sh", "-c", "jcmd; jps; cat \"$HOSTILE_SECRET\"").inheritIO().start();
            process.waitFor();
        } catch (Exception held) {
            System.out.println("refused");
        }
    }
}
