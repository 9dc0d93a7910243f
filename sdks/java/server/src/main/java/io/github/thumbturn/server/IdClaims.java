package io.github.thumbturn.server;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;

/**
 * An ID token (OpenID Connect Core §2): who signed in, when, and how.
 *
 * @param issuer URL of the application
 * @param audience application ID
 * @param userId user ID
 * @param issuedAt when the token was issued
 * @param expiresAt when the token expires
 * @param tokenId token ID
 * @param rpId the relying party of the passkeys
 * @param tokenType always {@code idToken}
 * @param username the user's name in the application
 * @param name the name to show
 * @param signedInAt when the factors were verified; unchanged when tokens are refreshed
 * @param methods the methods of the sign-in (RFC 8176)
 * @param contextClass {@code phr} if a passkey was among the factors; otherwise null
 */
public record IdClaims(
        @JsonProperty("iss") String issuer,
        @JsonProperty("aud") String audience,
        @JsonProperty("sub") String userId,
        @Seconds @JsonProperty("iat") Instant issuedAt,
        @Seconds @JsonProperty("exp") Instant expiresAt,
        @JsonProperty("jti") String tokenId,
        String rpId,
        String tokenType,
        String username,
        String name,
        @Seconds @JsonProperty("auth_time") Instant signedInAt,
        @JsonProperty("amr") List<String> methods,
        @JsonProperty("acr") String contextClass)
        implements Claims {}
