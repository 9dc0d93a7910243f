package shop;

import io.github.thumbturn.server.Thumbturn;
import io.github.thumbturn.server.ThumbturnException;
import java.util.Optional;

record Errors(Thumbturn thumbturn) {
  /** Returns no user ID for an invalid token. */
  Optional<String> findSignedInUser(String token) {
    try {
      return Optional.of(thumbturn.verifyToken(token).userId());
    } catch (ThumbturnException error) {
      if (error.isTokenRejected()) return Optional.empty();
      // An unreachable service says nothing about the token,
      // so it must not sign the user out.
      throw error;
    }
  }
}
