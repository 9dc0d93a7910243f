package io.github.thumbturn.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The response to a request whose token was rejected, or can't be verified now.
 *
 * @param status 401 without a valid token, 403 for a token that doesn't meet the requirements, and 503 if tokens can't be verified
 * @param headers headers with the challenge, or the time to wait
 * @param body JSON with {@code msg} and {@code msgCode}
 */
public record Rejection(int status, Map<String, String> headers, String body) {
    private static final Duration RETRY_DELAY = Duration.ofSeconds(5);

    /**
     * Describes the failure to a client. The exact reason is for your log only.
     *
     * @param error the failure to verify the token
     * @return the response
     */
    public static Rejection of(ThumbturnException error) {
        return error.isTokenRejected()
                ? of(error.code())
                : outage(error.retryAfter().orElse(RETRY_DELAY));
    }

    /**
     * Tells a client that tokens can't be verified. The user's sign-in may still be valid.
     *
     * @return the response
     */
    public static Rejection outage() {
        return outage(RETRY_DELAY);
    }

    private static Rejection outage(Duration retryAfter) {
        String body = toBody("Sign-ins cannot be verified right now: try again", ErrorCode.SERVER_ERROR);
        return new Rejection(503, toHeaders("Retry-After", Long.toString(retryAfter.toSeconds())), body);
    }

    /**
     * Describes a rejected token to a client.
     *
     * @param code why the token is rejected ({@code token_…})
     * @return the response
     */
    public static Rejection of(ErrorCode code) {
        boolean isInsufficient = code == ErrorCode.TOKEN_MISSING_SCOPE || code == ErrorCode.TOKEN_WITHOUT_PASSKEY;
        String body = isInsufficient
                ? toBody("This token does not allow that", code)
                : toBody("This needs a valid access token: sign in", code);
        return new Rejection(isInsufficient ? 403 : 401, toHeaders("WWW-Authenticate", toChallenge(code)), body);
    }

    /** RFC 6750 §3.1. */
    private static String toChallenge(ErrorCode code) {
        return switch (code) {
            case TOKEN_MISSING -> "Bearer";
            case TOKEN_MISSING_SCOPE, TOKEN_WITHOUT_PASSKEY -> "Bearer error=\"insufficient_scope\"";
            default -> "Bearer error=\"invalid_token\"";
        };
    }

    private static Map<String, String> toHeaders(String name, String value) {
        return Map.of("Content-Type", "application/json; charset=utf-8", "Cache-Control", "no-store", name, value);
    }

    private static String toBody(String msg, ErrorCode code) {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("msg", msg);
        body.put("msgCode", code.value());
        return Json.writeText(body);
    }
}
