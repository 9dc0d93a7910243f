package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.security.PublicKey;
import java.util.List;

/** Verifies signature, issuer, and times of tokens with the application's keys. */
final class TokenVerifier {
    private final Settings settings;
    private final KeyCache keys;

    TokenVerifier(Settings settings, KeyCache keys) {
        this.settings = settings;
        this.keys = keys;
    }

    /** The claims of a token of the type. */
    <C extends Claims> C verify(String token, TokenType<C> type) {
        Jws parsed = Jws.parse(token);
        requireAudience(parsed);
        requireIssuer(parsed);
        verifySignature(parsed, List.of("ES256"));
        return type.read(parsed.claims());
    }

    /** Rejects a token of another application before its key is fetched. */
    private void requireAudience(Jws token) {
        if (settings.appId().equals(token.text("aud"))) return;
        throw new ThumbturnException(
                ErrorCode.TOKEN_WRONG_AUDIENCE,
                "The token is for application %s, not %s: check appId"
                        .formatted(Jws.quote(token.claims().get("aud")), settings.appId()));
    }

    void requireIssuer(Jws token) {
        String issuer = token.text("iss");
        if (issuer != null && settings.issuers().contains(issuer)) return;
        throw new ThumbturnException(
                ErrorCode.TOKEN_WRONG_ISSUER,
                "The token was issued by %s, not %s: set issuer if that is your service"
                        .formatted(Jws.quote(token.claims().get("iss")), String.join(" or ", settings.issuers())));
    }

    void verifySignature(Jws token, List<String> algorithms) {
        if (!algorithms.contains(token.alg()))
            throw new ThumbturnException(
                    ErrorCode.TOKEN_WRONG_ALGORITHM,
                    "The token is not signed with %s: reject it".formatted(String.join(" or ", algorithms)));
        PublicKey key = keys.find(token.kid(), token.alg());
        if (key == null)
            throw new ThumbturnException(
                    ErrorCode.TOKEN_UNKNOWN_KEY,
                    "The token names a key that %s does not have: another service issued it"
                            .formatted(settings.application()));
        if (!Signatures.isSignedBy(key, token))
            throw new ThumbturnException(
                    ErrorCode.TOKEN_BAD_SIGNATURE, "The signature does not match: the token was changed or forged");
        requireTimes(token.claims());
    }

    /** Checks exp, nbf, and iat (RFC 7519 §4.1). */
    private void requireTimes(JsonNode claims) {
        double now = settings.nowInSeconds();
        double tolerance = settings.limits().toleranceInSeconds();
        if (!isTimeOrMissing(claims, "exp") || !isTimeOrMissing(claims, "nbf") || !isTimeOrMissing(claims, "iat"))
            throw malformed();
        if (claims.path("nbf").asDouble(0) > now + tolerance) throw malformed();
        if (claims.has("exp") && claims.get("exp").asDouble() <= Math.floor(now) - tolerance)
            throw expired(claims.get("exp").asDouble());
        double ahead = claims.path("iat").asDouble(0) - now;
        if (ahead > tolerance) throw clockOff("The token will be issued in %d s".formatted(Math.round(ahead)));
    }

    private static boolean isTimeOrMissing(JsonNode claims, String name) {
        return !claims.has(name) || claims.get(name).isNumber();
    }

    private static ThumbturnException malformed() {
        return new ThumbturnException(ErrorCode.TOKEN_MALFORMED, "This is not a Thumbturn token");
    }

    /** Expiry is judged by the service's clock. */
    private ThumbturnException expired(double exp) {
        double now = settings.nowInSeconds();
        if (now - keys.clockOffset().toMillis() / 1000.0 < exp)
            return clockOff("The token has expired only by the clock of this machine");
        return new ThumbturnException(
                ErrorCode.TOKEN_EXPIRED,
                "The token expired %d s ago: let the user sign in again, or refresh it"
                        .formatted(Math.round(now - exp)));
    }

    private ThumbturnException clockOff(String reason) {
        long seconds = Math.round(keys.clockOffset().toMillis() / 1000.0);
        return new ThumbturnException(
                ErrorCode.CLOCK_OFF,
                "%s: this machine's clock is %d s %s the service's. Synchronize it (NTP), or raise clockTolerance"
                        .formatted(reason, Math.abs(seconds), seconds < 0 ? "behind" : "ahead of"));
    }
}
