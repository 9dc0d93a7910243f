package shop;

import io.github.thumbturn.server.Thumbturn;
import io.github.thumbturn.server.model.ProfileRequest;
import java.util.List;
import java.util.Map;

record Employees(Thumbturn thumbturn) {
  record Employee(
      String userId, String name, String department,
      List<String> teams) {}

  /** Copies the facts of the personnel system. */
  void update(Employee one) {
    var users = thumbturn.users();
    var claims = Map.of("department", one.department());
    users.setProfile(one.userId(), ProfileRequest.of(one.name()));
    users.setClaims(one.userId(), claims);
    users.setGroups(one.userId(), one.teams());
  }
}
