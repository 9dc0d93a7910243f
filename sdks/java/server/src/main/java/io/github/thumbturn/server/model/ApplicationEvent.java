package io.github.thumbturn.server.model;

import java.time.Instant;
import java.util.Map;

/**
 * An event of the application.
 *
 * @param eventId type of the event, such as {@code fido2.passkey.auth.success}
 * @param msg a sentence
 * @param severity {@code info}, {@code notice}, {@code warning}, or {@code critical}
 * @param uuid ID of the event
 * @param timestamp milliseconds since 1970
 * @param appId the application
 * @param userId the user, or null
 * @param username the user's name at the time of the response; null for deleted users
 * @param passkeyId the passkey, or null
 * @param deviceId the device, or null
 * @param srcAddr address of the caller, or null
 * @param traceId ID of the call, or null
 * @param responseTimeUsec microseconds that the call took, or null
 * @param reason why it happened, or null
 * @param detail further facts, or null
 */
public record ApplicationEvent(
        String eventId,
        String msg,
        String severity,
        String uuid,
        long timestamp,
        String appId,
        String userId,
        String username,
        String passkeyId,
        String deviceId,
        String srcAddr,
        String traceId,
        Long responseTimeUsec,
        String reason,
        Map<String, Object> detail) {
    /**
     * When the event happened.
     *
     * @return the time
     */
    public Instant time() {
        return Instant.ofEpochMilli(timestamp);
    }
}
