package io.github.thumbturn.server.model;

/**
 * A group that a user is in.
 *
 * @param id the group's ID
 * @param name its name
 */
public record HeldGroup(String id, String name) {}
