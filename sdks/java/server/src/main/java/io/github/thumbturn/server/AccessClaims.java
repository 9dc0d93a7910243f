package io.github.thumbturn.server;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.thumbturn.server.model.BackendSession;
import java.time.Instant;
import java.util.List;

/**
 * An access token: proof of a sign-in.
 *
 * @param issuer URL of the application
 * @param audience application ID
 * @param userId user ID
 * @param issuedAt when the token was issued
 * @param expiresAt when the token expires
 * @param tokenId token ID
 * @param rpId the relying party of the passkeys
 * @param tokenType always {@code jwtAccess}
 * @param username the user's name in the application
 * @param scopes what the token allows; see {@link UserScope}
 * @param passkeyId the passkey used to sign in; null after a sign-in with a code or a backend assertion
 * @param methods the methods of a sign-in without a passkey (RFC 8176), or null
 * @param epoch how often the user had been signed out everywhere; null for never
 * @param via the passkey whose user was shown the one-time code of this sign-in, or null
 * @param txHash transactions only: base64url of SHA-256 over payload, nonce, and lNonce
 * @param nonce transactions only: the nonce that you issued
 * @param lNonce transactions only: the nonce of the service
 * @param confirmedBy transactions only: {@code payment} if the browser showed payee and amount; otherwise, the page did
 */
public record AccessClaims(
        @JsonProperty("iss") String issuer,
        @JsonProperty("aud") String audience,
        @JsonProperty("sub") String userId,
        @Seconds @JsonProperty("iat") Instant issuedAt,
        @Seconds @JsonProperty("exp") Instant expiresAt,
        @JsonProperty("jti") String tokenId,
        String rpId,
        String tokenType,
        String username,
        List<String> scopes,
        @JsonProperty("credID") String passkeyId,
        @JsonProperty("amr") List<String> methods,
        Integer epoch,
        String via,
        String txHash,
        String nonce,
        String lNonce,
        String confirmedBy)
        implements Claims {
    /**
     * What you keep of the token in a session of your own, for {@link Thumbturn#isSessionActive}.
     *
     * @return the parts that the check needs
     */
    public BackendSession toSession() {
        return new BackendSession(userId, epoch, passkeyId == null ? via : passkeyId);
    }
}
