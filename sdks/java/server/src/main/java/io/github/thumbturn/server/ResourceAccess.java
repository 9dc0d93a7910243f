package io.github.thumbturn.server;

import java.time.Instant;
import java.util.List;

/**
 * What a verified access token allows.
 *
 * @param clientId the OpenID client that sent the request
 * @param userId the user as the client knows them; null if the client acts for itself
 * @param scopes the scopes, with those that they imply
 * @param expiresAt when the token expires
 * @param tokenId token ID
 * @param contextClass {@code phr} or {@code phrh} after a sign-in with a passkey, or null
 */
public record ResourceAccess(
        String clientId, String userId, List<String> scopes, Instant expiresAt, String tokenId, String contextClass) {}
