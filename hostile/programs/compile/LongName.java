// Attacks: the judge's files, by a class whose file would have a name longer than any file may have.
public class @REPEAT 300 A@ {
    public static void main(String[] arguments) {}
}
