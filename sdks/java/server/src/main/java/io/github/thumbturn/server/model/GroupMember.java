package io.github.thumbturn.server.model;

/**
 * A member of a group.
 *
 * @param userId the user's ID
 * @param username the user's name in the application
 * @param displayName the name to show
 */
public record GroupMember(String userId, String username, String displayName) {}
