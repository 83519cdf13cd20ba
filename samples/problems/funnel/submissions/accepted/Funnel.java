import java.io.DataInputStream;
import java.io.IOException;

/** Without recursion: funnels into which nothing falls any more are finished first. */
public class Funnel {
    private static final byte[] BUFFER = new byte[1 << 16];
    private static int position;
    private static int filled;

    public static void main(String[] args) throws IOException {
        DataInputStream in = new DataInputStream(System.in);
        int n = next(in);
        int[] below = new int[n + 1];
        int[] neck = new int[n + 1];
        int[] waiting = new int[n + 1];
        long[] inside = new long[n + 1];
        for (int i = 1; i <= n; i++) {
            below[i] = next(in);
            inside[i] = next(in);
            neck[i] = next(in);
            waiting[below[i]]++;
        }
        for (int start = 2; start <= n; start++) {
            // A funnel is taken up once: when it is found finished, by this loop or by the last one above it.
            int funnel = start;
            while (funnel != 1 && waiting[funnel] == 0) {
                waiting[funnel] = -1;
                int next = below[funnel];
                inside[next] += Math.min(inside[funnel], neck[funnel]);
                waiting[next]--;
                funnel = next;
            }
        }
        System.out.println(inside[1]);
    }

    private static int next(DataInputStream in) throws IOException {
        int c = read(in);
        while (c < '0') c = read(in);
        int value = 0;
        for (; c >= '0'; c = read(in)) value = value * 10 + (c - '0');
        return value;
    }

    private static int read(DataInputStream in) throws IOException {
        if (position == filled) {
            filled = in.read(BUFFER, 0, BUFFER.length);
            position = 0;
            if (filled <= 0) return -1;
        }
        return BUFFER[position++];
    }
}
