// @EXPECTED_RESULTS@: CE
public class Unfinished {
    public static void main(String[] args) {
        System.out.println(
