package io.github.thumbturn.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.function.Predicate;

/** A type of token that a backend can verify. Types tell tokens apart that are signed with the same keys. */
record TokenType<C extends Claims>(String name, Class<C> claims, Predicate<JsonNode> hasOwnClaims) {
    static final TokenType<AccessClaims> ACCESS = new TokenType<>(
            "jwtAccess", AccessClaims.class, claims -> isText(claims, "username") && isTextList(claims, "scopes"));
    static final TokenType<IdClaims> ID = new TokenType<>(
            "idToken",
            IdClaims.class,
            claims -> isText(claims, "username") && isTime(claims, "auth_time") && isTextList(claims, "amr"));
    static final TokenType<PayloadClaims> PAYLOAD = new TokenType<>(
            "mfaPayload",
            PayloadClaims.class,
            claims -> claims.path("authFactors").isObject()
                    && claims.path("contentSignatures").isArray());

    private static final Map<String, String> NAMES = Map.of(
            "jwtAccess", "an access token",
            "idToken", "an ID token",
            "mfaPayload", "a payload signature",
            "grant", "a grant, which does not prove a sign-in",
            "refreshToken", "a refresh token, which is for refresh() only",
            "externalAuth", "a backend assertion, which is for mfa/third-party/verify only");

    /** The claims of a token of this type, whose signature was verified. */
    C read(JsonNode token) {
        String actual = token.path("tokenType").textValue();
        if (!name.equals(actual)) throw wrongType(actual);
        try {
            if (hasClaims(token)) return Json.read(token, claims);
        } catch (JsonProcessingException error) {
            // A claim has a value of another type.
        }
        throw new ThumbturnException(ErrorCode.TOKEN_MALFORMED, "The token lacks claims of its type");
    }

    private boolean hasClaims(JsonNode token) {
        return isText(token, "sub")
                && isText(token, "jti")
                && isTime(token, "iat")
                && isTime(token, "exp")
                && hasOwnClaims.test(token);
    }

    private ThumbturnException wrongType(String actual) {
        String description = actual == null ? "of an unknown type" : NAMES.getOrDefault(actual, "of an unknown type");
        return new ThumbturnException(
                ErrorCode.TOKEN_WRONG_TYPE, "The token is %s: send %s".formatted(description, NAMES.get(name)));
    }

    private static boolean isText(JsonNode claims, String name) {
        String value = claims.path(name).textValue();
        return value != null && !value.isEmpty();
    }

    private static boolean isTime(JsonNode claims, String name) {
        double seconds = claims.path(name).isNumber() ? claims.path(name).doubleValue() : -1;
        return seconds >= 0 && Double.isFinite(seconds);
    }

    private static boolean isTextList(JsonNode claims, String name) {
        JsonNode list = claims.path(name);
        if (!list.isArray()) return false;
        for (JsonNode one : list) if (one.textValue() == null || one.textValue().isEmpty()) return false;
        return true;
    }
}
