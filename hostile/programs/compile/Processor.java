// Attacks: the Java compiler: an annotation processor that would run inside it, announced as a service.
import java.util.Set;
import javax.annotation.processing.AbstractProcessor;
import javax.annotation.processing.RoundEnvironment;
import javax.annotation.processing.SupportedAnnotationTypes;
import javax.lang.model.element.TypeElement;

@SupportedAnnotationTypes("*")
public class Processor extends AbstractProcessor {
    static {
        System.out.println("BREACH");
    }

    @Override
    public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        System.out.println("BREACH");
        return false;
    }

    public static void main(String[] arguments) {}
}
