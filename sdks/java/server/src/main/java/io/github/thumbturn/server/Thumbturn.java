package io.github.thumbturn.server;

/**
 * The backend's view of one application, safe for concurrent use. Every method throws {@link ThumbturnException}; a thread that is
 * interrupted during a call gets a {@link java.util.concurrent.CancellationException}, and stays interrupted.
 */
public final class Thumbturn {
    private final Settings settings;
    private final TokenVerifier verifier;

    Thumbturn(Settings settings) {
        this.settings = settings;
        Connection connection = new Connection(settings);
        this.verifier = new TokenVerifier(settings, new KeyCache(settings, connection));
    }

    /**
     * Starts a client.
     *
     * @param baseUrl address of the service ({@code http://localhost:4300}) or of the application
     *     ({@code http://localhost:4300/apps/shop}, {@code https://shop.example.com})
     * @return the options, with defaults
     */
    public static ThumbturnBuilder builder(String baseUrl) {
        return new ThumbturnBuilder(baseUrl);
    }

    /**
     * The application.
     *
     * @return its ID
     */
    public String appId() {
        return settings.appId();
    }

    /**
     * Verifies an access token with the application's public keys: ES256 only, the application's issuer and audience, not expired, and
     * no other type of token. Requires no API key.
     *
     * @param token the token, without "Bearer"; null or empty for none
     * @return its claims
     */
    public AccessClaims verifyToken(String token) {
        return verifyToken(token, VerifyOptions.NONE);
    }

    /**
     * Verifies an access token with the application's public keys, and that it meets requirements.
     *
     * @param token the token, without "Bearer"; null or empty for none
     * @param options the requirements
     * @return its claims
     */
    public AccessClaims verifyToken(String token, VerifyOptions options) {
        AccessClaims claims = verifier.verify(token, TokenType.ACCESS);
        Requirements.require(claims, options);
        return claims;
    }

    /**
     * Verifies an ID token like an access token.
     *
     * @param token the token; null or empty for none
     * @return its claims
     */
    public IdClaims verifyIdToken(String token) {
        return verifyIdToken(token, VerifyIdOptions.NONE);
    }

    /**
     * Verifies an ID token like an access token, and that it meets requirements.
     *
     * @param token the token; null or empty for none
     * @param options the requirements
     * @return its claims
     */
    public IdClaims verifyIdToken(String token, VerifyIdOptions options) {
        IdClaims claims = verifier.verify(token, TokenType.ID);
        Requirements.require(
                claims,
                options,
                settings.clock().instant().minus(settings.limits().clockTolerance()));
        return claims;
    }

    /**
     * Verifies the payload signature of a multi-factor flow like an access token, whatever the flow signed. Use {@link #verifyPayload}
     * to compare it with the payload that you expect.
     *
     * @param payloadSignature the payload signature; null or empty for none
     * @return its claims
     */
    public PayloadClaims verifyPayloadToken(String payloadSignature) {
        return verifier.verify(payloadSignature, TokenType.PAYLOAD);
    }

    /**
     * Verifies that the token of {@code confirmTransaction} confirms this transaction. Accept each nonce once.
     *
     * @param token the token
     * @param expected the transaction, from your own records
     * @return the token's claims
     */
    public AccessClaims verifyTransaction(String token, ExpectedTransaction expected) {
        return Confirmations.require(verifyToken(token), expected);
    }

    /**
     * Verifies that the payload signature of a multi-factor flow signs this payload. Accept each payload once.
     *
     * @param payloadSignature the payload signature
     * @param expected the payload, from your own records
     * @return the claims of the payload signature
     */
    public PayloadClaims verifyPayload(String payloadSignature, ExpectedPayload expected) {
        return Confirmations.require(verifyPayloadToken(payloadSignature), expected);
    }
}
