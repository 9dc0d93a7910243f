package io.github.thumbturn.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.github.thumbturn.server.ServiceRequest.ErrorMapper;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Makes calls of the current API with the client's API key. */
final class Calls {
    private final Settings settings;
    private final Connection connection;

    Calls(Settings settings, Connection connection) {
        this.settings = settings;
        this.connection = connection;
    }

    /** The parts of a call; the body can be null. */
    record Input(Map<String, String> params, Map<String, String> query, Object body, ErrorMapper toCode) {
        static final Input NONE = new Input(Map.of(), Map.of(), null, (status, reason) -> null);

        static Input param(String name, String value) {
            return NONE.withParams(singleton(name, value));
        }

        static Input query(String name, String value) {
            return new Input(Map.of(), singleton(name, value), null, NONE.toCode);
        }

        static Input body(Object body) {
            return NONE.withBody(body);
        }

        Input withParams(Map<String, String> given) {
            return new Input(given, query, body, toCode);
        }

        Input withQuery(String name, String value) {
            return new Input(params, singleton(name, value), body, toCode);
        }

        Input withBody(Object given) {
            return new Input(params, query, given, toCode);
        }

        Input withErrors(ErrorMapper mapper) {
            return new Input(params, query, body, mapper);
        }

        /** Takes null, which Map.of doesn't. */
        private static Map<String, String> singleton(String name, String value) {
            return java.util.Collections.singletonMap(name, value);
        }
    }

    /** Makes a call that returns nothing. */
    void run(Route route, Input input) {
        connection.send(toRequest(route, input));
    }

    /** Makes a call and reads its response. */
    <T> T fetch(Route route, Input input, Class<T> type) {
        return fetch(toRequest(route, input), type);
    }

    <T> T fetch(ServiceRequest request, Class<T> type) {
        ServiceResponse response = connection.send(request);
        try {
            T result = response.body() == null ? null : Json.read(response.body(), type);
            if (result != null) return result;
        } catch (JsonProcessingException error) {
            // A field has a value of another type.
        }
        throw new ThumbturnException(
                ErrorCode.WRONG_BASE_URL,
                request.urlWithoutQuery()
                        + " has fields of other types than this version of the SDK knows: check baseUrl",
                new ThumbturnException.Response(200, null));
    }

    /** Empty if there is no match. */
    static <T> Optional<T> emptyIfMissing(Supplier<T> call) {
        try {
            return Optional.of(call.get());
        } catch (ThumbturnException error) {
            if (error.code() == ErrorCode.NOT_FOUND) return Optional.empty();
            throw error;
        }
    }

    private ServiceRequest toRequest(Route route, Input input) {
        String url = settings.application()
                + "/fido2/v2"
                + Urls.fillPath(route.path, input.params())
                + Urls.toQueryString(input.query());
        String key = route.takesKey() ? requireApiKey(route) : null;
        return new ServiceRequest(route.method, url, input.body(), key, input.toCode(), ServiceRequest.MAX_BYTES);
    }

    private String requireApiKey(Route route) {
        String key = settings.keys().api();
        if (key != null) return key;
        throw new ThumbturnException(
                ErrorCode.MISSING_API_KEY, route + " requires an API key: pass apiKey to Thumbturn.builder");
    }
}
