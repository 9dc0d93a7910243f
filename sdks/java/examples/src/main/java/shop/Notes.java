package shop;

import io.github.thumbturn.server.ProtectedResource;

final class Notes {
  static final ProtectedResource resource = ProtectedResource
      .builder(
          "http://localhost:4300/apps/demo",
          "http://localhost:3000/notes")
      .scopes("notes:read")
      .scopesSupported("notes:read", "notes:write")
      .name("Notes")
      .build();
}
