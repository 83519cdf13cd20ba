// Attacks: the next run from Java: temporary files, mapped files and a detached child that rewrites them.
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

public class DaemonThreads {
    public static void main(String[] arguments) throws Exception {
        for (int i = 0; i < 100; i++) {
            Files.createTempFile("left", "over");
        }
        try (FileChannel channel = FileChannel.open(Path.of("/dev/shm/mapped"), StandardOpenOption.CREATE,
                StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.map(FileChannel.MapMode.READ_WRITE, 0, 1 << 20).put(0, (byte) 1);
        }
        new ProcessBuilder("/usr/bin/setsid", "/bin/sh", "-c", "while :; do date > /tmp/again; done").start();
        System.exit(0);
    }
}
