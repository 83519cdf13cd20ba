// Attacks: the virtual machine and what it holds, by its unsafe door: writes where nothing is.
import java.lang.reflect.Field;

public class BarePointers {
    public static void main(String[] arguments) throws Exception {
        Field field = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        unsafe.getClass().getMethod("putAddress", long.class, long.class).invoke(unsafe, 8L, 1L);
    }
}
