package io.github.thumbturn.server.model;

import java.time.Instant;
import java.util.Map;

/**
 * How the user can sign in.
 *
 * @param matchResult {@code UserNotFound}, {@code NoAuthMethod}, {@code CrossAuth}, {@code PasskeyLikely}, or {@code PasskeyFound}
 * @param userId the user's ID, or null
 * @param session the session of the flow, or null
 * @param authRequestOptions options of a sign-in, which your page passes to the browser, or null
 * @param regRequestOptions options of a registration, which your page passes to the browser, or null
 * @param lastLoginDeviceId the device of the last sign-in, or null
 * @param lastLoginTs when the user last signed in, or null
 * @param traceId what the call is called
 */
public record Discovery(
        String matchResult,
        String userId,
        String session,
        Map<String, Object> authRequestOptions,
        Map<String, Object> regRequestOptions,
        String lastLoginDeviceId,
        Instant lastLoginTs,
        String traceId) {}
