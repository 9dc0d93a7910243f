package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Turns responses that aren't successful into exceptions. */
final class ErrorResponses {
    private static final Pattern JSON_TYPE = Pattern.compile("application/(problem\\+)?json.*");

    private static final Map<Integer, ErrorCode> CODE_BY_STATUS = Map.of(
            400, ErrorCode.INVALID_REQUEST,
            401, ErrorCode.INVALID_API_KEY,
            403, ErrorCode.MISSING_SCOPE,
            404, ErrorCode.NOT_FOUND,
            413, ErrorCode.INVALID_REQUEST,
            415, ErrorCode.INVALID_REQUEST,
            429, ErrorCode.RATE_LIMITED);

    private static final Map<String, ErrorCode> CODE_BY_REASON = Map.of(
            "unknown_application", ErrorCode.UNKNOWN_APPLICATION,
            "invalid_code", ErrorCode.INVALID_CODE);

    /** The developer's remedy. */
    private static final Map<ErrorCode, String> ADVICE = new EnumMap<>(Map.of(
            ErrorCode.INVALID_REQUEST, "compare the call with the API reference",
            ErrorCode.INVALID_API_KEY,
                    "create a key with `thumbturn key create` and pass it as apiKey (for events, as adminKey)",
            ErrorCode.MISSING_SCOPE, "create a key with the scope: `thumbturn key create --scope`",
            ErrorCode.INVALID_CODE, "ask the user for a new code",
            ErrorCode.NOT_FOUND, "it was deleted, or belongs to another application",
            ErrorCode.UNKNOWN_APPLICATION, "check appId and baseUrl",
            ErrorCode.NOT_ENABLED, "enable it in the settings of the application",
            ErrorCode.TOKEN_REJECTED, "let the user sign in again",
            ErrorCode.SERVER_ERROR, "see the log of the service"));

    private final String appId;

    ErrorResponses(String appId) {
        this.appId = appId;
    }

    ServiceResponse requireSuccess(ServiceRequest call, HttpResponse<byte[]> response) {
        int status = response.statusCode();
        JsonNode body = readBody(response);
        if (status < 200 || status > 299) throw toException(call, response, body);
        if (status != 204 && (body == null || !body.isObject())) throw baseUrlError(call, response);
        return new ServiceResponse(body, readServerTime(response));
    }

    /** Null if the body isn't JSON. */
    private static JsonNode readBody(HttpResponse<byte[]> response) {
        String type = response.headers().firstValue("content-type").orElse("");
        boolean isJson = JSON_TYPE.matcher(type).matches() && response.statusCode() != 204;
        return isJson ? Json.parse(response.body()) : null;
    }

    /** Null if the service didn't send it. A cache sends the date of the response that it stored, with its age (RFC 9111 §5.1). */
    private static Instant readServerTime(HttpResponse<byte[]> response) {
        try {
            String date = response.headers().firstValue("date").orElse("");
            Duration age = readSeconds(response, "age");
            return Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date))
                    .plus(age == null ? Duration.ZERO : age);
        } catch (DateTimeException error) {
            return null;
        }
    }

    private ThumbturnException toException(ServiceRequest call, HttpResponse<byte[]> response, JsonNode body) {
        int status = response.statusCode();
        String message = readMessage(call, body);
        if (message == null) return foreignError(call, response);
        String reason = textOf(body, "reason");
        if ("unknown_path".equals(reason)) return baseUrlError(call, response);
        ErrorCode code = toCode(call, status, reason);
        Duration retryAfter = readSeconds(response, "retry-after");
        String advice = code == ErrorCode.RATE_LIMITED ? describe(retryAfter) : ADVICE.get(code);
        String sentence = "%s (application %s)".formatted(message, appId);
        return new ThumbturnException(
                code,
                advice == null ? sentence : sentence + ": " + advice,
                new ThumbturnException.Response(status, retryAfter));
    }

    /** Of an error of ours, or, in response to a form, of OAuth (RFC 6749 §5.2); null for an error of another server. */
    private static String readMessage(ServiceRequest call, JsonNode body) {
        String message = textOf(body, "msg");
        if (message != null && textOf(body, "msgCode") != null) return message;
        String error = call.body() instanceof FormBody ? textOf(body, "error") : null;
        String description = textOf(body, "error_description");
        return error == null || description == null ? error : description;
    }

    private static String textOf(JsonNode body, String name) {
        return body == null ? null : body.path(name).textValue();
    }

    private static ErrorCode toCode(ServiceRequest call, int status, String reason) {
        ErrorCode special = call.toCode().toCode(status, reason);
        if (special != null) return special;
        if (reason != null && CODE_BY_REASON.containsKey(reason)) return CODE_BY_REASON.get(reason);
        return CODE_BY_STATUS.getOrDefault(status, status >= 500 ? ErrorCode.SERVER_ERROR : ErrorCode.INVALID_REQUEST);
    }

    private static String describe(Duration retryAfter) {
        return "try again in %d s".formatted(retryAfter == null ? 1 : Math.max(1, retryAfter.toSeconds()));
    }

    /** A longer time is not a number of seconds that a service sends. */
    private static final int MAX_SECONDS = 86_400;

    private static Duration readSeconds(HttpResponse<byte[]> response, String header) {
        try {
            int seconds = Integer.parseInt(response.headers().firstValue(header).orElse(""));
            return seconds < 0 ? null : Duration.ofSeconds(Math.min(seconds, MAX_SECONDS));
        } catch (NumberFormatException error) {
            return null;
        }
    }

    private static ThumbturnException baseUrlError(ServiceRequest call, HttpResponse<byte[]> response) {
        int status = response.statusCode();
        String problem = response.headers()
                .firstValue("location")
                .map(where -> "redirects to " + where)
                .orElse("responded with %d, unlike Thumbturn".formatted(status));
        return new ThumbturnException(
                ErrorCode.WRONG_BASE_URL,
                "%s %s: check baseUrl".formatted(call.urlWithoutQuery(), problem),
                new ThumbturnException.Response(status, null));
    }

    /** The error of a proxy in front of the service, or of another server. */
    private static ThumbturnException foreignError(ServiceRequest call, HttpResponse<byte[]> response) {
        int status = response.statusCode();
        String responded = "%s responded with %d: ".formatted(Urls.originOf(URI.create(call.url())), status);
        if (status == 429) {
            Duration retryAfter = readSeconds(response, "retry-after");
            return new ThumbturnException(
                    ErrorCode.RATE_LIMITED,
                    responded + "a proxy in front of the service limits requests: " + describe(retryAfter),
                    new ThumbturnException.Response(status, retryAfter));
        }
        if (status < 500) return baseUrlError(call, response);
        return new ThumbturnException(
                ErrorCode.SERVER_ERROR,
                responded + "the service, or a proxy in front of it, is down",
                new ThumbturnException.Response(status, null));
    }
}
