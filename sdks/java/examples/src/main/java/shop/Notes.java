package shop;

import io.github.thumbturn.server.ProtectedResource;

final class Notes {
  static final ProtectedResource resource = ProtectedResource
      .builder(
          "https://id.example.com/apps/shop",
          "https://mcp.example.com/mcp")
      .scopes("notes:read")
      .scopesSupported("notes:read", "notes:write")
      .name("Notes")
      .build();
}
