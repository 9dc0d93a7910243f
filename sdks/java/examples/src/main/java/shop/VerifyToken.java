package shop;

import io.github.thumbturn.server.Thumbturn;

record VerifyToken(Thumbturn thumbturn) {
  /** Returns the user's ID. */
  String identifyUser(String token) {
    return thumbturn.verifyToken(token).userId();
  }
}
