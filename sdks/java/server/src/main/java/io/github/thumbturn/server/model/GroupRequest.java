package io.github.thumbturn.server.model;

import java.util.Map;

/**
 * Name, description, and custom claims of a group.
 *
 * @param name its name
 * @param description what it is for, or null
 * @param claims custom claims of its members; null for none
 */
public record GroupRequest(String name, String description, Map<String, Object> claims) {
    /**
     * A group with a name alone.
     *
     * @param name its name
     * @return the group
     */
    public static GroupRequest of(String name) {
        return new GroupRequest(name, null, null);
    }
}
