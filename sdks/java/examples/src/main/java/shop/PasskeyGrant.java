package shop;

import io.github.thumbturn.server.Thumbturn;
import io.github.thumbturn.server.UserScope;

record PasskeyGrant(Thumbturn thumbturn) {
  /** Returns a token for the page, valid for a minute. */
  String allowAnotherPasskey(String username) {
    return thumbturn.grant(username, UserScope.REG_WRITE);
  }
}
