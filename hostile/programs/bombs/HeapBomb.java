// Attacks: memory from Java, on the heap and outside it (direct buffers), catching every error.
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

public class HeapBomb {
    public static void main(String[] arguments) {
        List<Object> hoard = new ArrayList<>();
        while (true) {
            try {
                hoard.add(new byte[1 << 20]);
                hoard.add(ByteBuffer.allocateDirect(1 << 20));
            } catch (OutOfMemoryError error) {
                // Not impressed.
            }
        }
    }
}
