import java.util.Locale;
import java.util.Scanner;

public class Bulb {
    public static void main(String[] args) {
        Scanner in = new Scanner(System.in).useLocale(Locale.ROOT);
        double height = in.nextDouble();
        double radius = in.nextDouble();
        double depth = in.nextDouble();
        double flow = in.nextDouble();
        double seconds = in.nextDouble();
        double unit = Math.PI * radius * radius / (3 * height * height);
        double all = Math.pow(depth, 3);
        double fallen = Math.min(all, flow * seconds / unit);
        System.out.println(Math.cbrt(all - fallen) + " " + (height - Math.cbrt(Math.pow(height, 3) - fallen)));
    }
}
