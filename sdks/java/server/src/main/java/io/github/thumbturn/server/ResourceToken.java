package io.github.thumbturn.server;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Claims of an access token for a resource (RFC 9068 §2.2); those that are optional can be null. */
record ResourceToken(
        @JsonProperty("sub") String subject,
        @JsonProperty("client_id") String clientId,
        String scope,
        @Seconds @JsonProperty("exp") Instant expiresAt,
        @JsonProperty("jti") String tokenId,
        @Seconds @JsonProperty("auth_time") Instant signedInAt,
        @JsonProperty("acr") String contextClass,
        @JsonProperty("cnf") Binding binding) {
    /** The key that the token is bound to (RFC 9449 §6.1). */
    record Binding(@JsonProperty("jkt") String thumbprint) {}

    /** The service signs with either. */
    private static final List<String> ALGORITHMS = List.of("ES256", "RS256");

    /** Verifies an access token for a resource. */
    static ResourceToken verify(String token, String audience, TokenVerifier verifier) {
        Jws parsed = Jws.parse(token);
        requireType(parsed);
        requireAudience(parsed, audience);
        verifier.requireIssuer(parsed);
        verifier.verifySignature(parsed, ALGORITHMS);
        return read(parsed.claims());
    }

    /** The user; null if the client acts for itself. */
    String userId() {
        return signedInAt == null ? null : subject;
    }

    /** Null if the token isn't bound to a key. */
    String thumbprint() {
        return binding == null ? null : binding.thumbprint();
    }

    /** RFC 9068 §4. Other tokens of the application, such as ID tokens, have another type. */
    private static void requireType(Jws token) {
        String type = token.header().path("typ").asText("").toLowerCase(Locale.ROOT);
        if (type.equals("at+jwt") || type.equals("application/at+jwt")) return;
        throw new ThumbturnException(
                ErrorCode.TOKEN_WRONG_TYPE,
                "The token is of the type %s, not at+jwt: send the access token of an OpenID client"
                        .formatted(Jws.quote(token.header().get("typ"))));
    }

    private static void requireAudience(Jws token, String audience) {
        JsonNode given = token.claims().path("aud");
        boolean isMeant = given.isArray()
                ? Stream.iterate(0, index -> index < given.size(), index -> index + 1)
                        .anyMatch(index -> audience.equals(given.get(index).textValue()))
                : audience.equals(given.textValue());
        if (isMeant) return;
        throw new ThumbturnException(
                ErrorCode.TOKEN_WRONG_AUDIENCE,
                "The token is for %s, not %s: the client must ask for it with resource=%s"
                        .formatted(Jws.quote(given), audience, audience));
    }

    private static ResourceToken read(JsonNode claims) {
        try {
            ResourceToken token = Json.read(claims, ResourceToken.class);
            boolean hasTexts = Stream.of(token.subject, token.clientId, token.tokenId)
                    .noneMatch(text -> text == null || text.isEmpty());
            boolean isBound = !claims.has("cnf") || token.thumbprint() != null;
            boolean hasTimes = claims.path("iat").isNumber() && token.expiresAt != null;
            if (hasTexts && hasTimes && isBound && token.scope != null && !claims.has("tokenType")) return token;
        } catch (JsonProcessingException error) {
            // A claim has a value of another type.
        }
        throw new ThumbturnException(ErrorCode.TOKEN_MALFORMED, "The token lacks claims of an access token");
    }
}
