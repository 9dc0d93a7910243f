package io.github.thumbturn.server;

import io.github.thumbturn.server.ActiveStates.State;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Asks the service whether tokens that were verified by public keys have been revoked (RFC 7662). */
final class Introspection {
    /** A response has some hundred bytes. */
    private static final int MAX_BYTES = 1 << 16;

    private static final Set<ErrorCode> OUTAGES =
            EnumSet.of(ErrorCode.UNREACHABLE, ErrorCode.TIMEOUT, ErrorCode.SERVER_ERROR, ErrorCode.RATE_LIMITED);

    private final Settings settings;
    private final IntrospectionOptions options;
    private final Connection connection;
    private final ActiveStates states;

    Introspection(Settings settings, IntrospectionOptions options, Connection connection) {
        this.settings = settings;
        this.options = options;
        this.connection = connection;
        this.states = new ActiveStates(settings.clock(), this::ask);
    }

    void requireActive(String token, String id) {
        if (isActive(token, id)) return;
        throw new ThumbturnException(
                ErrorCode.TOKEN_REJECTED,
                "The token was revoked, or the client of introspection lists no such resource");
    }

    private boolean isActive(String token, String id) {
        try {
            return find(token, id).isActive();
        } catch (ThumbturnException error) {
            if (!options.isOutageAccepted() || !OUTAGES.contains(error.code())) throw error;
            State last = states.find(id);
            return last == null || last.isActive();
        }
    }

    private State find(String token, String id) {
        if (options.cacheTime().isZero()) return states.askNow(id, token);
        State last = states.find(id);
        // Clocks can be set back.
        boolean isRecent = last != null
                && Duration.between(last.at(), settings.clock().instant()).abs().compareTo(options.cacheTime()) < 0;
        return isRecent ? last : states.askOnce(id, token);
    }

    private boolean ask(String token) {
        Map<String, String> fields = new LinkedHashMap<>();
        fields.put("token", token);
        fields.put("client_id", options.clientId());
        fields.put("client_secret", options.clientSecret());
        String url = settings.application() + "/openid/introspect";
        try {
            ServiceResponse response = connection.send(
                    ServiceRequest.post(url, new FormBody(fields)).withMaxBytes(MAX_BYTES));
            return response.body() != null
                    && response.body().path("active").isBoolean()
                    && response.body().path("active").booleanValue();
        } catch (ThumbturnException error) {
            if (error.status().orElse(0) != 401) throw error;
            throw new ThumbturnException(
                    ErrorCode.INVALID_OPTIONS,
                    "The service rejects the client of introspection: check clientId and clientSecret",
                    error);
        }
    }
}
