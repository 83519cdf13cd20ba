import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.util.Arrays;

public class Lamps {
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        int n = next(in);
        int[][] jobs = new int[n][3];
        for (int[] job : jobs) for (int k = 0; k < 3; k++) job[k] = next(in);
        Arrays.sort(jobs, (a, b) -> Integer.compare(a[0], b[0]));
        long[] best = new long[n + 1];
        for (int i = n - 1; i >= 0; i--) {
            long rested = 2L * jobs[i][1] - jobs[i][0];
            int low = i + 1;
            int high = n;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (jobs[middle][0] < rested) low = middle + 1;
                else high = middle;
            }
            best[i] = Math.max(best[i + 1], jobs[i][2] + best[low]);
        }
        System.out.println(best[0]);
    }

    private static int next(StreamTokenizer in) throws IOException {
        in.nextToken();
        return (int) in.nval;
    }
}
