import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.util.ArrayDeque;

public class Rooms {
    public static void main(String[] args) throws IOException {
        StreamTokenizer in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        int n = next(in);
        int m = next(in);
        int[] a = new int[m];
        int[] b = new int[m];
        int[] degree = new int[n];
        for (int i = 0; i < m; i++) {
            a[i] = next(in) - 1;
            b[i] = next(in) - 1;
            degree[a[i]]++;
            degree[b[i]]++;
        }
        int[][] quarrels = new int[n][];
        for (int i = 0; i < n; i++) quarrels[i] = new int[degree[i]];
        for (int i = 0; i < m; i++) {
            quarrels[a[i]][--degree[a[i]]] = b[i];
            quarrels[b[i]][--degree[b[i]]] = a[i];
        }
        boolean[] east = new boolean[n];
        ArrayDeque<Integer> toCheck = new ArrayDeque<>();
        for (int i = 0; i < n; i++) toCheck.push(i);
        while (!toCheck.isEmpty()) {
            int scholar = toCheck.pop();
            int own = 0;
            for (int other : quarrels[scholar]) if (east[other] == east[scholar]) own++;
            if (2 * own <= quarrels[scholar].length) continue;
            east[scholar] = !east[scholar];
            for (int other : quarrels[scholar]) toCheck.push(other);
        }
        StringBuilder rooms = new StringBuilder();
        for (boolean isEast : east) rooms.append(isEast ? 'E' : 'W');
        System.out.println(rooms);
    }

    private static int next(StreamTokenizer in) throws IOException {
        in.nextToken();
        return (int) in.nval;
    }
}
