// Attacks: the reader of the source: letters that are written as numbers end a comment and begin code, which must not run yet.
public class Hidden {
    // \u000a static { System.out.println("BREACH"); }
    /* \u002a\u002f static final String X = System.getenv("BREACH"); \u002f\u002a */
    public static void main(String[] arguments) {}
}
