// Attacks: the Java compiler's time: calls inside each other, with two meanings each.
import java.util.concurrent.Callable;
import java.util.function.Supplier;

public class Lambdas {
    static <T> T call(Callable<T> f) throws Exception { return f.call(); }
    static <T> T call(Supplier<T> f) { return f.get(); }

    public static void main(String[] arguments) throws Exception {
        Object x = @REPEAT 14 call(() -> @ null @REPEAT 14 )@;
    }
}
