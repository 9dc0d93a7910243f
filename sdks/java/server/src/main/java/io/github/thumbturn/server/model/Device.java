package io.github.thumbturn.server.model;

import java.time.Instant;

/**
 * A device of a user.
 *
 * @param deviceId the device's ID
 * @param name the name that users see
 * @param createdAt when it was first seen
 * @param lastUsedAt when it was last used
 */
public record Device(String deviceId, String name, Instant createdAt, Instant lastUsedAt) {}
