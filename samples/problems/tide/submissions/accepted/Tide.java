import java.io.IOException;
import java.io.InputStream;

public class Tide {
    private static final InputStream IN = System.in;
    private static final byte[] BUFFER = new byte[1 << 16];
    private static int position;
    private static int filled;

    public static void main(String[] args) throws IOException {
        int n = nextNumber();
        long level = 0;
        long lowest = 0;
        long largest = 0;
        for (int i = 0; i < n; i++) {
            level += nextNumber();
            lowest = Math.min(lowest, level);
            largest = Math.max(largest, level - lowest);
        }
        System.out.println(largest);
    }

    private static int nextNumber() throws IOException {
        int c = nextByte();
        while (c != '-' && (c < '0' || c > '9')) c = nextByte();
        boolean negative = c == '-';
        if (negative) c = nextByte();
        int value = 0;
        for (; c >= '0' && c <= '9'; c = nextByte()) value = value * 10 + (c - '0');
        return negative ? -value : value;
    }

    private static int nextByte() throws IOException {
        if (position == filled) {
            filled = IN.read(BUFFER, 0, BUFFER.length);
            position = 0;
            if (filled <= 0) return -1;
        }
        return BUFFER[position++];
    }
}
