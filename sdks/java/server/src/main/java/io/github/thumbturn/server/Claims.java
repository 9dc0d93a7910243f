package io.github.thumbturn.server;

import java.time.Instant;

/** Claims of every token (RFC 7519). */
public sealed interface Claims permits AccessClaims, IdClaims, PayloadClaims {
    /**
     * URL of the application ({@code iss}).
     *
     * @return the URL
     */
    String issuer();

    /**
     * Application ID ({@code aud}).
     *
     * @return the ID
     */
    String audience();

    /**
     * User ID ({@code sub}).
     *
     * @return the ID
     */
    String userId();

    /**
     * When the token was issued ({@code iat}).
     *
     * @return the time
     */
    Instant issuedAt();

    /**
     * When the token expires ({@code exp}).
     *
     * @return the time
     */
    Instant expiresAt();

    /**
     * Token ID ({@code jti}).
     *
     * @return the ID
     */
    String tokenId();

    /**
     * The relying party of the passkeys.
     *
     * @return its ID, a domain
     */
    String rpId();

    /**
     * Tells tokens apart that are signed with the same keys.
     *
     * @return the type of the token
     */
    String tokenType();
}
