package io.github.thumbturn.server.model;

/**
 * The claims that you kept of an access token.
 *
 * @param userId the token's user
 * @param epoch the token's epoch, or null
 * @param passkeyId the token's passkey, or the one by which it was obtained ({@code via}); null without a passkey
 */
public record BackendSession(String userId, Integer epoch, String passkeyId) {}
