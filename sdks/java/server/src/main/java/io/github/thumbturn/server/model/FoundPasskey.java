package io.github.thumbturn.server.model;

import java.time.Instant;

/**
 * A passkey of a found user.
 *
 * @param id credential ID
 * @param aaguid the model of the authenticator
 * @param name the name that users see
 * @param createdAt when it was registered
 * @param createdFromDeviceId the device on which it was registered, or null
 * @param lastUsedAt when it was last used; null for never
 * @param lastUsedFromDeviceId the device on which it was last used, or null
 * @param providerName the password manager that keeps it, or null
 * @param passkeyId the same as {@code id}
 */
public record FoundPasskey(
        String id,
        String aaguid,
        String name,
        Instant createdAt,
        String createdFromDeviceId,
        Instant lastUsedAt,
        String lastUsedFromDeviceId,
        String providerName,
        String passkeyId) {}
