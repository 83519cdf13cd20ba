// Attacks: the network from Java, which brings its own resolver and its own sockets.
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.channels.DatagramChannel;

public class DownloadTest {
    public static void main(String[] arguments) {
        int port = Integer.parseInt(System.getenv("HOSTILE_PORT"));
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 200);
            System.out.println("BREACH connected");
        } catch (Throwable refused) {
            // As it should be.
        }
        try (DatagramChannel channel = DatagramChannel.open()) {
            System.out.println("BREACH datagrams");
        } catch (Throwable refused) {
            // As it should be.
        }
        try {
            URI.create("http://127.0.0.1:" + port + "/").toURL().openStream().close();
            System.out.println("BREACH downloaded");
        } catch (Throwable refused) {
            // As it should be.
        }
    }
}
