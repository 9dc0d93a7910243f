import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.proc.BadJOSEException;
import java.text.ParseException;
import java.util.Scanner;

/** Reads a token from each line and prints what TokenVerifier makes of it. */
final class Main {
  public static void main(String[] args) throws Exception {
    var verifier = new TokenVerifier(System.getenv("THUMBTURN_URL"), "demo");
    var lines = new Scanner(System.in);
    while (lines.hasNextLine()) {
      try {
        System.out.println("accepted " + verifier.verify(lines.nextLine()));
      } catch (BadJOSEException | ParseException | JOSEException error) {
        System.out.println("rejected " + String.valueOf(error.getMessage()).replaceAll("\\s+", " "));
      }
    }
  }
}
