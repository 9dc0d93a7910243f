package io.github.thumbturn.server;

import io.github.thumbturn.server.Calls.Input;
import io.github.thumbturn.server.model.Group;
import io.github.thumbturn.server.model.GroupMember;
import io.github.thumbturn.server.model.GroupRequest;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Groups of users. */
public final class Groups {
    private final Calls calls;

    Groups(Calls calls) {
        this.calls = calls;
    }

    private static Input group(String groupId) {
        return Input.param("groupId", groupId);
    }

    private record GroupPage(List<Group> groups, String next) {}

    /**
     * Lists all groups. Scope {@code group:read}.
     *
     * @return the groups, sorted by name; each page is fetched when the stream reaches it
     */
    public Stream<Group> list() {
        return Pages.stream(after -> {
            GroupPage page = calls.fetch(Route.groupsList, Input.query("after", after), GroupPage.class);
            return new Pages.Page<>(page.groups(), page.next());
        });
    }

    /**
     * Creates a group. Scope {@code group:write}.
     *
     * @param group name, description, and claims
     * @return the group
     */
    public Group create(GroupRequest group) {
        return calls.fetch(Route.groupCreate, Input.body(group), Group.class);
    }

    /**
     * Replaces name, description, and claims; members stay. Scope {@code group:write}.
     *
     * @param groupId the group's ID
     * @param group name, description, and claims
     * @return the group
     */
    public Group replace(String groupId, GroupRequest group) {
        return calls.fetch(Route.groupReplace, group(groupId).withBody(group), Group.class);
    }

    /**
     * Deletes a group. Its members stay users. Scope {@code group:write}.
     *
     * @param groupId the group's ID
     */
    public void delete(String groupId) {
        calls.run(Route.groupDelete, group(groupId));
    }

    private record MemberPage(List<GroupMember> members, String next) {}

    /**
     * Lists the members of a group. Scope {@code group:read}.
     *
     * @param groupId the group's ID
     * @return the members; each page is fetched when the stream reaches it
     */
    public Stream<GroupMember> listMembers(String groupId) {
        return Pages.stream(after -> {
            Input input = group(groupId).withQuery("after", after);
            MemberPage page = calls.fetch(Route.groupMembersList, input, MemberPage.class);
            return new Pages.Page<>(page.members(), page.next());
        });
    }

    /**
     * Adds at most 100 users at once, all or none. Users who are members stay members. Scope {@code group:write}.
     *
     * @param groupId the group's ID
     * @param userIds the users' IDs
     */
    public void addMembers(String groupId, Collection<String> userIds) {
        calls.run(Route.groupMembersAdd, group(groupId).withBody(Map.of("userIds", userIds)));
    }

    /**
     * Removes a user from a group. Does nothing if the user is no member. Scope {@code group:write}.
     *
     * @param groupId the group's ID
     * @param userId the user's ID
     */
    public void removeMember(String groupId, String userId) {
        calls.run(Route.groupMemberRemove, Input.NONE.withParams(Map.of("groupId", groupId, "userId", userId)));
    }
}
