package shop;

import io.github.thumbturn.server.Thumbturn;

record Management(Thumbturn thumbturn) {
  /**
   * Deletes every passkey of a user who lost a device, and returns
   * how many there were.
   */
  int deleteLostPasskeys(String username) {
    var users = thumbturn.users();
    var found = users.find(username);
    if (found.isEmpty()) return 0;
    users.deletePasskeys(found.get().user().userId());
    return found.get().passkeys().size();
  }
}
