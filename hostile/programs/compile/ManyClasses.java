// Attacks: the answer of the compilation: 1500 classes with names of 200 letters, each a file of its own.
public class ManyClasses {
    @REPEAT 1500 static class Cxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx# {}@
    public static void main(String[] arguments) {}
}
