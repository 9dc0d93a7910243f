package shop;

import io.github.thumbturn.server.Thumbturn;
import java.util.Map;

/** Creates one client for the application. */
final class Client {
  private static final Map<String, String> env = System.getenv();

  static final Thumbturn thumbturn = Thumbturn
      .builder(env.getOrDefault(
          "THUMBTURN_URL", "http://localhost:4300/apps/demo"))
      .apiKey(env.get("THUMBTURN_API_KEY"))
      .build();
}
