package io.github.thumbturn.server;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Thrown by every method of the SDK. Messages say what happened and what to do, and never contain a token or a key, so you can log
 * them.
 */
public final class ThumbturnException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final Set<ErrorCode> REJECTED_TOKENS =
            EnumSet.range(ErrorCode.TOKEN_MISSING, ErrorCode.TOKEN_REJECTED);

    /** The failure. */
    private final ErrorCode code;
    /** 0 without a response. */
    private final int status;
    /** Null if the service didn't say. */
    private final Duration retryAfter;

    ThumbturnException(ErrorCode code, String message) {
        this(code, message, (Throwable) null);
    }

    ThumbturnException(ErrorCode code, String message, Throwable cause) {
        this(code, message, new Response(0, null), cause);
    }

    ThumbturnException(ErrorCode code, String message, Response response) {
        this(code, message, response, null);
    }

    private ThumbturnException(ErrorCode code, String message, Response response, Throwable cause) {
        super(message, cause);
        this.code = code;
        this.status = response.status;
        this.retryAfter = response.retryAfter;
    }

    /** The parts of an error response that the exception keeps. */
    record Response(int status, Duration retryAfter) {}

    static ThumbturnException invalidOptions(String message) {
        return new ThumbturnException(ErrorCode.INVALID_OPTIONS, message);
    }

    /** The same failure, for another thread. */
    ThumbturnException again() {
        return new ThumbturnException(code, getMessage(), new Response(status, retryAfter), this);
    }

    /**
     * The failure, for programs.
     *
     * @return the code
     */
    public ErrorCode code() {
        return code;
    }

    /**
     * HTTP status of the service's response.
     *
     * @return the status; empty without a response
     */
    public OptionalInt status() {
        return status == 0 ? OptionalInt.empty() : OptionalInt.of(status);
    }

    /**
     * Time to wait before the next attempt.
     *
     * @return the time; empty if the service didn't say
     */
    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }

    /**
     * Whether the token itself was rejected, so its bearer isn't signed in. False for failures to verify a token, such as an outage of
     * the service.
     *
     * @return whether the bearer isn't signed in
     */
    public boolean isTokenRejected() {
        return REJECTED_TOKENS.contains(code);
    }
}
