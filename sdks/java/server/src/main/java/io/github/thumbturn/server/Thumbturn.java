package io.github.thumbturn.server;

import io.github.thumbturn.server.Calls.Input;
import io.github.thumbturn.server.model.BackendSession;
import io.github.thumbturn.server.model.DiscoverRequest;
import io.github.thumbturn.server.model.Discovery;
import io.github.thumbturn.server.model.SessionTokens;
import java.util.Map;

/**
 * The backend's view of one application, safe for concurrent use. Every method throws {@link ThumbturnException}; a thread that is
 * interrupted during a call gets a {@link java.util.concurrent.CancellationException}, and stays interrupted.
 */
public final class Thumbturn {
    private final Settings settings;
    private final TokenVerifier verifier;
    private final Calls calls;

    Thumbturn(Settings settings) {
        this.settings = settings;
        Connection connection = new Connection(settings);
        this.verifier = new TokenVerifier(settings, new KeyCache(settings, connection));
        this.calls = new Calls(settings, connection);
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

    /**
     * Verifies an access token by a call to the service, which also checks that its user and passkey still exist. Any API key.
     *
     * @param token the token, without "Bearer"; null or empty for none
     * @return its claims
     */
    public AccessClaims verifyTokenRemotely(String token) {
        Jws parsed = Jws.parse(token);
        calls.run(Route.tokenVerify, Input.body(Map.of("jwtAccess", token)).withErrors(Thumbturn::toVerificationCode));
        return TokenType.ACCESS.read(parsed.claims());
    }

    /** The call responds with 401 to an invalid token and to an invalid key. */
    private static ErrorCode toVerificationCode(int status, String reason) {
        if (status == 400) return ErrorCode.TOKEN_MALFORMED;
        return status == 401 && !"invalid_api_key".equals(reason) ? ErrorCode.TOKEN_REJECTED : null;
    }

    /**
     * Whether a session that you started from an access token is still valid: the user exists and wasn't signed out everywhere since,
     * and the passkey exists. Scope {@code user:read}.
     *
     * @param session what you kept of the token
     * @return whether it is still valid
     */
    public boolean isSessionActive(BackendSession session) {
        return calls.fetch(Route.sessionVerify, Input.body(session), SessionState.class)
                .active();
    }

    private record SessionState(boolean active) {}

    /**
     * Gives the page scopes for a user. The API key must have each of them.
     *
     * @param username the user's name in the application
     * @param scopes what the page can do; see {@link UserScope}
     * @return a token, valid for a minute
     */
    public String grant(String username, String... scopes) {
        Input input = Input.body(Map.of("username", username, "grants", scopes));
        return calls.fetch(Route.grantCreate, input, GrantedToken.class).token();
    }

    /**
     * Asserts that you have authenticated a user, for the factor {@code external} of a flow. Scope {@code external:verify}.
     *
     * @param username the user's name in the application
     * @return the backend assertion
     */
    public String grantExternalAuth(String username) {
        Input input = Input.body(Map.of("username", username));
        return calls.fetch(Route.externalAuthGrant, input, GrantedToken.class).token();
    }

    private record GrantedToken(String token) {}

    /**
     * Exchanges a refresh token for new tokens. Requires no API key.
     *
     * @param refreshToken the token, which works once
     * @return the next tokens
     */
    public SessionTokens refresh(String refreshToken) {
        Input input = Input.body(Map.of("refreshToken", refreshToken)).withErrors(Thumbturn::toRefreshCode);
        return calls.fetch(Route.mfaRefresh, input, SessionTokens.class);
    }

    private static ErrorCode toRefreshCode(int status, String reason) {
        return switch (status) {
            case 401 -> ErrorCode.TOKEN_REJECTED;
            case 403 -> ErrorCode.NOT_ENABLED;
            default -> null;
        };
    }

    /**
     * Finds out how a user can sign in on a device. Scope {@code user:read}.
     *
     * @param request the user and the device
     * @return how the user can sign in
     */
    public Discovery discover(DiscoverRequest request) {
        return calls.fetch(Route.discover, Input.body(request), Discovery.class);
    }

    /**
     * Users of the application.
     *
     * @return the calls
     */
    public Users users() {
        return new Users(calls);
    }

    /**
     * Contacts of users.
     *
     * @return the calls
     */
    public Contacts contacts() {
        return new Contacts(calls);
    }

    /**
     * Passkeys of any user.
     *
     * @return the calls
     */
    public Passkeys passkeys() {
        return new Passkeys(calls);
    }

    /**
     * Devices, which several users can share.
     *
     * @return the calls
     */
    public Devices devices() {
        return new Devices(calls);
    }

    /**
     * Groups of users.
     *
     * @return the calls
     */
    public Groups groups() {
        return new Groups(calls);
    }

    /**
     * Signed transactions.
     *
     * @return the calls
     */
    public Transactions transactions() {
        return new Transactions(calls);
    }

    /**
     * Authenticator models.
     *
     * @return the calls
     */
    public Authenticators authenticators() {
        return new Authenticators(calls);
    }

    /**
     * Events of the application.
     *
     * @return the calls
     */
    public Events events() {
        return new Events(settings, calls);
    }
}
