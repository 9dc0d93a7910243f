package shop;

import io.github.thumbturn.server.Thumbturn;
import io.github.thumbturn.server.UserScope;
import io.github.thumbturn.server.VerifyIdOptions;
import io.github.thumbturn.server.VerifyOptions;
import java.time.Duration;

record Requirements(Thumbturn thumbturn) {
  void requirePasskeyScope(String token) {
    var options = VerifyOptions
        .scopes(UserScope.PASSKEY_READ)
        .withPasskey();
    thumbturn.verifyToken(token, options);
  }

  void requireRecentSignIn(String idToken) {
    var fiveMinutes = Duration.ofMinutes(5);
    var options = VerifyIdOptions.maxAge(fiveMinutes);
    thumbturn.verifyIdToken(idToken, options);
  }
}
