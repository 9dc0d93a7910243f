package io.github.thumbturn.server;

/**
 * A request to the service. The body is a {@link FormBody}, or written as JSON, unless it is null; the key is sent as a bearer token, unless it is null.
 */
record ServiceRequest(String method, String url, Object body, String key, ErrorMapper toCode, int maxBytes) {
    /** Far more than the largest page of events: a longer response doesn't come from Thumbturn. */
    static final int MAX_BYTES = 8 << 20;

    /** Maps the errors of one call that have a special meaning there. */
    @FunctionalInterface
    interface ErrorMapper {
        /** Null if the error has its usual meaning; the reason can be null. */
        ErrorCode toCode(int status, String reason);
    }

    static ServiceRequest get(String url, String key) {
        return new ServiceRequest("GET", url, null, key, (status, reason) -> null, MAX_BYTES);
    }

    static ServiceRequest post(String url, FormBody body) {
        return new ServiceRequest("POST", url, body, null, (status, reason) -> null, MAX_BYTES);
    }

    ServiceRequest withMaxBytes(int limit) {
        return new ServiceRequest(method, url, body, key, toCode, limit);
    }

    /** The query can contain a username. */
    String urlWithoutQuery() {
        return url.split("\\?", 2)[0];
    }
}
