package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A JWT whose signature wasn't verified: enough to reject it, never to accept it. */
record Jws(JsonNode header, JsonNode claims, byte[] signed, byte[] signature) {
    /** A token must fit into a header. */
    private static final int MAX_LENGTH = 16_384;
    /** RFC 7515 §7.1. */
    private static final Pattern COMPACT = Pattern.compile("([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)\\.([A-Za-z0-9_-]+)");

    /** Null if the text isn't a JWT with a key ID. */
    static Jws parse(String token) {
        if (token == null || token.isEmpty())
            throw new ThumbturnException(
                    ErrorCode.TOKEN_MISSING, "There is no token: send it as Authorization: Bearer");
        Jws parsed = split(token, MAX_LENGTH);
        if (parsed != null && !parsed.kid().isEmpty()) return parsed;
        throw new ThumbturnException(
                ErrorCode.TOKEN_MALFORMED, "This is not a Thumbturn token: send the JWT unchanged, without \"Bearer\"");
    }

    /** Null if the text isn't a JWT. */
    static Jws split(String token, int maxLength) {
        if (token.length() > maxLength) return null;
        Matcher parts = COMPACT.matcher(token);
        if (!parts.matches()) return null;
        JsonNode header = decodeObject(parts.group(1));
        JsonNode claims = decodeObject(parts.group(2));
        byte[] signature = decode(parts.group(3));
        if (header == null || claims == null || signature == null) return null;
        // RFC 7515 §4.1.11: a critical parameter that isn't understood makes the token invalid.
        if (header.has("crit")) return null;
        byte[] signed = token.substring(0, parts.end(2)).getBytes(StandardCharsets.US_ASCII);
        return new Jws(header, claims, signed, signature);
    }

    private static JsonNode decodeObject(String part) {
        byte[] text = decode(part);
        JsonNode node = text == null ? null : Json.parse(text);
        return node != null && node.isObject() ? node : null;
    }

    /** Null unless this is the only spelling of the bytes, so that a token has one. */
    private static byte[] decode(String part) {
        try {
            byte[] bytes = Base64.getUrlDecoder().decode(part);
            String spelling = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
            return spelling.equals(part) ? bytes : null;
        } catch (IllegalArgumentException error) {
            return null;
        }
    }

    String kid() {
        return header.path("kid").isTextual() ? header.path("kid").textValue() : "";
    }

    String alg() {
        return header.path("alg").isTextual() ? header.path("alg").textValue() : "";
    }

    /** Null if the claim isn't text. */
    String text(String claim) {
        return claims.path(claim).textValue();
    }

    /** Claims are untrusted and end up in logs, so they are cut to one short line. */
    static String quote(JsonNode claim) {
        if (claim == null || claim.isMissingNode()) return "none";
        String text = claim.toString();
        return text.substring(0, Math.min(text.length(), 100));
    }
}
