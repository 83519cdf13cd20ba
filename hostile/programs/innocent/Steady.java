// Honest: the same work each time, and the right answer.
import java.util.Scanner;

public class Steady {
    public static void main(String[] arguments) {
        Scanner in = new Scanner(System.in);
        long sum = 0;
        for (int i = 0; i < 30_000_000; i++) sum = sum * 31 + i;
        System.out.println(in.nextInt() + in.nextInt() + (sum == 0 ? "!" : ""));
    }
}
