package shop;

import io.github.thumbturn.server.IntrospectionOptions;
import io.github.thumbturn.server.ProtectedResource;

final class AskingNotes {
  static ProtectedResource create(String secret) {
    return ProtectedResource
        .builder(
            "http://localhost:4300/apps/demo",
            "http://localhost:3000/notes")
        .scopes("notes:read")
        .introspection(
            IntrospectionOptions.of("notes-server", secret))
        .build();
  }
}
