// Attacks: files of the host from Java: the planted secret, the judge's folders, process 1.
import java.nio.file.Files;
import java.nio.file.Path;

public class PathReader {
    public static void main(String[] arguments) {
        String[] paths = {System.getenv("HOSTILE_SECRET"), "/proc/1/environ", "/etc/shadow", "/judge/answer",
                          "/proc/self/root" + System.getenv("HOSTILE_SECRET")};
        for (String path : paths) {
            try {
                System.out.println("BREACH " + path + " has " + Files.readAllBytes(Path.of(path)).length);
            } catch (Throwable refused) {
                // As it should be.
            }
        }
        if (ProcessHandle.allProcesses().filter(p -> p.pid() != ProcessHandle.current().pid() && p.pid() != 2).count() > 0) {
            System.out.println("BREACH other processes");
        }
    }
}
