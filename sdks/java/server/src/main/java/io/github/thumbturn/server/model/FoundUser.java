package io.github.thumbturn.server.model;

import java.util.List;

/**
 * A user with passkeys and devices.
 *
 * @param user who it is
 * @param devices the user's devices
 * @param passkeys the user's passkeys
 */
public record FoundUser(User user, List<Device> devices, List<FoundPasskey> passkeys) {
    /**
     * Identifies a user.
     *
     * @param userId the user's ID
     * @param usernames names by which the user signs in
     */
    public record User(String userId, List<String> usernames) {}
}
