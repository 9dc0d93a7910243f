package io.github.thumbturn.server;

import io.github.thumbturn.server.Calls.Input;
import io.github.thumbturn.server.model.FoundUser;
import io.github.thumbturn.server.model.HeldGroup;
import io.github.thumbturn.server.model.ProfileRequest;
import io.github.thumbturn.server.model.UserProfile;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Users of the application. */
public final class Users {
    private final Calls calls;

    Users(Calls calls) {
        this.calls = calls;
    }

    private static Input user(String userId) {
        return Input.param("userId", userId);
    }

    /**
     * Finds a user by username or verified contact. Scope {@code user:read}.
     *
     * @param username a username, email address, or phone number
     * @return the user with passkeys and devices; empty if there is none
     */
    public Optional<FoundUser> find(String username) {
        return Calls.emptyIfMissing(
                () -> calls.fetch(Route.userFind, Input.query("username", username), FoundUser.class));
    }

    /**
     * Deletes a user with all their data, at once. Scope {@code user:write}.
     *
     * @param userId the user's ID
     */
    public void delete(String userId) {
        calls.run(Route.userDelete, user(userId));
    }

    /**
     * Signs a user out everywhere: all tokens and sessions stop working at once. Passkeys stay. Scope {@code user:write}.
     *
     * @param userId the user's ID
     */
    public void signOut(String userId) {
        calls.run(Route.userSignOut, user(userId));
    }

    /**
     * Deletes every passkey of a user, and signs the user out. Scope {@code passkey:write}.
     *
     * @param userId the user's ID
     */
    public void deletePasskeys(String userId) {
        calls.run(Route.userPasskeysDelete, user(userId));
    }

    /**
     * Deletes every device of a user. Passkeys and tokens stay. Scope {@code user:write}.
     *
     * @param userId the user's ID
     */
    public void deleteDevices(String userId) {
        calls.run(Route.userDevicesDelete, user(userId));
    }

    /**
     * Finds the profile of a user. Scope {@code user:read}.
     *
     * @param userId the user's ID
     * @return profile and custom claims; empty if there is no such user
     */
    public Optional<UserProfile> findProfile(String userId) {
        return Calls.emptyIfMissing(() -> calls.fetch(Route.userProfileShow, user(userId), UserProfile.class));
    }

    /**
     * Replaces all fields of the profile, but not the custom claims. Scope {@code user:write}.
     *
     * @param userId the user's ID
     * @param profile the fields
     * @return profile and custom claims
     */
    public UserProfile setProfile(String userId, ProfileRequest profile) {
        return calls.fetch(Route.userProfileReplace, user(userId).withBody(profile), UserProfile.class);
    }

    /**
     * Replaces all custom claims. Scope {@code user:write}.
     *
     * @param userId the user's ID
     * @param claims the claims
     * @return profile and custom claims
     */
    public UserProfile setClaims(String userId, Map<String, ?> claims) {
        Input input = user(userId).withBody(Map.of("claims", claims));
        return calls.fetch(Route.userClaimsReplace, input, UserProfile.class);
    }

    private record HeldGroups(List<HeldGroup> groups) {}

    /**
     * Lists the groups that a user is in. Scope {@code group:read}.
     *
     * @param userId the user's ID
     * @return the groups, sorted by name
     */
    public List<HeldGroup> listGroups(String userId) {
        return calls.fetch(Route.userGroupsList, user(userId), HeldGroups.class).groups();
    }

    /**
     * Puts a user into the groups with these names, and takes them out of all others. Scope {@code group:write}.
     *
     * @param userId the user's ID
     * @param names the names of the groups
     * @return the groups, sorted by name
     */
    public List<HeldGroup> setGroups(String userId, Collection<String> names) {
        Input input = user(userId).withBody(Map.of("groups", names));
        return calls.fetch(Route.userGroupsSet, input, HeldGroups.class).groups();
    }
}
