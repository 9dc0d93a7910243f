package io.github.thumbturn.server;

import java.time.Duration;

/**
 * Lets a {@link ProtectedResource} ask the service whether a token was revoked (RFC 7662).
 *
 * @param clientId a client of the application that has a secret, and lists this resource
 * @param clientSecret its secret
 * @param cacheTime how long a response counts, within which a revoked token ends; zero asks for each request
 * @param isOutageAccepted whether a token counts as without introspection while the service can't be asked, instead of getting 503
 */
public record IntrospectionOptions(String clientId, String clientSecret, Duration cacheTime, boolean isOutageAccepted) {
    private static final Duration MAX_CACHE_TIME = Duration.ofHours(1);

    /**
     * Checks the options.
     *
     * @param clientId a client of the application that has a secret, and lists this resource
     * @param clientSecret its secret
     * @param cacheTime how long a response counts, at most an hour
     * @param isOutageAccepted whether a token counts while the service can't be asked
     * @throws ThumbturnException {@code invalid_options}
     */
    public IntrospectionOptions {
        clientSecret = clientSecret == null ? "" : clientSecret.strip();
        if (clientId == null || clientId.isEmpty() || clientSecret.isEmpty())
            throw ThumbturnException.invalidOptions(
                    "introspection needs clientId and clientSecret of a client that lists this resource");
        if (cacheTime == null || cacheTime.isNegative() || cacheTime.compareTo(MAX_CACHE_TIME) > 0)
            throw ThumbturnException.invalidOptions("cacheTime must be 0 to 3600 seconds");
    }

    /**
     * Options by which a response counts for a minute, and requests get 503 while the service can't be asked.
     *
     * @param clientId a client of the application that has a secret, and lists this resource
     * @param clientSecret its secret
     * @return the options
     * @throws ThumbturnException {@code invalid_options}
     */
    public static IntrospectionOptions of(String clientId, String clientSecret) {
        return new IntrospectionOptions(clientId, clientSecret, Duration.ofMinutes(1), false);
    }

    /**
     * Sets how long a response counts.
     *
     * @param time the time, at most an hour
     * @return new options
     * @throws ThumbturnException {@code invalid_options}
     */
    public IntrospectionOptions withCacheTime(Duration time) {
        return new IntrospectionOptions(clientId, clientSecret, time, isOutageAccepted);
    }

    /**
     * Accepts tokens while the service can't be asked, except those that it called revoked before.
     *
     * @return new options
     */
    public IntrospectionOptions withOutageAccepted() {
        return new IntrospectionOptions(clientId, clientSecret, cacheTime, true);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return "IntrospectionOptions[clientId=" + clientId + "]";
    }
}
