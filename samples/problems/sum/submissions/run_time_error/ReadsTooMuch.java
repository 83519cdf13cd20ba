import java.util.Scanner;

/** Expects a third number: NoSuchElementException. */
public class ReadsTooMuch {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in);
        System.out.println(in.nextLong() + in.nextLong() + in.nextLong());
    }
}
