package io.github.thumbturn.server.model;

import java.time.Instant;
import java.util.Map;

/**
 * A group of users.
 *
 * @param id the group's ID
 * @param name its name
 * @param description what it is for, or null
 * @param claims custom claims of its members
 * @param version counts changes
 * @param createdAt when it was created
 * @param updatedAt when it was last changed
 */
public record Group(
        String id,
        String name,
        String description,
        Map<String, Object> claims,
        int version,
        Instant createdAt,
        Instant updatedAt) {}
