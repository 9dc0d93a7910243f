package io.github.thumbturn.server.model;

import java.time.Instant;
import java.util.List;

/**
 * A device and its users.
 *
 * @param deviceId the device's ID
 * @param name the name that users see
 * @param createdAt when it was first seen
 * @param lastUsedAt when it was last used
 * @param deviceInfo details that the client reported, which aren't trusted
 * @param trustKeys IDs of the device's keys
 * @param userIds the users of the device
 * @param passkeyIds the passkeys that were used on it
 */
public record SharedDevice(
        String deviceId,
        String name,
        Instant createdAt,
        Instant lastUsedAt,
        DeviceInfo deviceInfo,
        List<String> trustKeys,
        List<String> userIds,
        List<String> passkeyIds) {}
