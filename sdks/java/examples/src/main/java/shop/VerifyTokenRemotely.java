package shop;

import io.github.thumbturn.server.Thumbturn;

record VerifyTokenRemotely(Thumbturn thumbturn) {
  /** Returns the user's ID, if user and passkey still exist. */
  String identifyActiveUser(String token) {
    return thumbturn.verifyTokenRemotely(token).userId();
  }
}
