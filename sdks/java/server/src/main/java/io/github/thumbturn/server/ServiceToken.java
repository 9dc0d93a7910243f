package io.github.thumbturn.server;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.interfaces.ECPrivateKey;
import java.time.Clock;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A first-generation service token: valid for one call within five minutes. Send it as {@code Authorization: Bearer}.
 */
public final class ServiceToken {
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String clientId;
    private final ECPrivateKey privateKey;
    private final List<String> scopes;
    private String username;
    private String userId;
    private String txPayload;
    private Clock clock = Clock.systemUTC();

    private ServiceToken(String clientId, ECPrivateKey privateKey, List<String> scopes) {
        this.clientId = clientId;
        this.privateKey = privateKey;
        this.scopes = scopes;
    }

    /**
     * Describes a token.
     *
     * @param clientId application ID
     * @param privateKey the private P-256 key, as PEM or JWK, whose public key is registered with the application
     *     ({@code client-key add})
     * @param scopes the scope of the call, or several; see {@link ServiceScope}
     * @return the token, to restrict and sign
     * @throws ThumbturnException {@code invalid_options} if the key is not a private P-256 key
     */
    public static ServiceToken forCall(String clientId, String privateKey, String... scopes) {
        return new ServiceToken(clientId, PrivateKeys.parse(privateKey), List.of(scopes));
    }

    /**
     * Restricts the token to a user.
     *
     * @param name the user's name in the application
     * @return this
     */
    public ServiceToken username(String name) {
        this.username = name;
        return this;
    }

    /**
     * Restricts the token to a user.
     *
     * @param id the user's ID
     * @return this
     */
    public ServiceToken userId(String id) {
        this.userId = id;
        return this;
    }

    /**
     * Signs the payload of a transaction ({@code tx.create}).
     *
     * @param payload the payload, byte for byte
     * @return this
     */
    public ServiceToken txPayload(String payload) {
        this.txPayload = payload;
        return this;
    }

    /**
     * Replaces the machine's clock.
     *
     * @param replacement the clock
     * @return this
     */
    public ServiceToken clock(Clock replacement) {
        this.clock = Settings.requireClock(replacement);
        return this;
    }

    /**
     * Signs a token, which is another one each time.
     *
     * @return the token
     * @throws ThumbturnException {@code invalid_options} if {@code tx.create} has no payload
     */
    public String sign() {
        if (scopes.contains(ServiceScope.TX_CREATE) != (txPayload != null))
            throw ThumbturnException.invalidOptions("The scope tx.create signs txPayload: pass both or neither");
        String signed = encode("{\"alg\":\"ES256\",\"typ\":\"JWT\"}".getBytes(StandardCharsets.US_ASCII)) + "."
                + encode(Json.write(claims()));
        try {
            return signed + "." + encode(Signatures.sign(privateKey, signed.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException error) {
            throw PrivateKeys.notPrivate();
        }
    }

    private Map<String, Object> claims() {
        byte[] nonce = new byte[16];
        RANDOM.nextBytes(nonce);
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("client_id", clientId);
        claims.put("scope", String.join(" ", scopes));
        claims.put("nonce", encode(nonce));
        claims.put("iat", clock.instant().getEpochSecond());
        if (username != null) claims.put("username", username);
        if (userId != null) claims.put("user_id", userId);
        if (txPayload != null) claims.put("payload_hash", encode(Signatures.sha256(txPayload)));
        return claims;
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
