package io.github.thumbturn.server;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Checks that verified tokens meet requirements. */
final class Requirements {
    private Requirements() {}

    static void require(AccessClaims claims, VerifyOptions options) {
        List<String> missing = options.scopes().stream()
                .filter(scope -> !claims.scopes().contains(scope))
                .toList();
        if (!missing.isEmpty())
            throw new ThumbturnException(
                    ErrorCode.TOKEN_MISSING_SCOPE,
                    "The token lacks %s: let the user sign in with a passkey".formatted(String.join(", ", missing)));
        requirePasskey(
                options.passkey(),
                claims.passkeyId() != null && !claims.passkeyId().isEmpty());
    }

    /** Now is the time from which the clock tolerance was subtracted. */
    static void require(IdClaims claims, VerifyIdOptions options, Instant now) {
        requirePasskey(options.passkey(), "phr".equals(claims.contextClass()));
        Duration maxAge = options.maxAge();
        if (maxAge == null || Duration.between(claims.signedInAt(), now).compareTo(maxAge) <= 0) return;
        throw new ThumbturnException(
                ErrorCode.TOKEN_TOO_OLD,
                "The sign-in was more than %d s ago: let the user sign in again".formatted(maxAge.toSeconds()));
    }

    private static void requirePasskey(boolean isRequired, boolean isUsed) {
        if (!isRequired || isUsed) return;
        throw new ThumbturnException(
                ErrorCode.TOKEN_WITHOUT_PASSKEY, "The user signed in without a passkey: let the user sign in with one");
    }
}
