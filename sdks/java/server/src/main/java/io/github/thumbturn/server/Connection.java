package io.github.thumbturn.server;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends requests to the service. */
final class Connection {
    private final Settings settings;
    private final ErrorResponses errors;

    Connection(Settings settings) {
        this.settings = settings;
        this.errors = new ErrorResponses(settings.appId());
    }

    /**
     * Sends a request. A GET without a response is sent once more, because a kept-alive connection may have ended; no other request is
     * repeated.
     */
    ServiceResponse send(ServiceRequest call) {
        try {
            return sendOnce(call);
        } catch (ThumbturnException error) {
            if (call.method().equals("GET") && error.code() == ErrorCode.UNREACHABLE) return sendOnce(call);
            throw error;
        }
    }

    private ServiceResponse sendOnce(ServiceRequest call) {
        CompletableFuture<HttpResponse<byte[]>> response;
        HttpRequest request = toHttpRequest(call);
        try {
            response = settings.http().sendAsync(request, LimitedBody.atMost(call.maxBytes()));
        } catch (RuntimeException cause) {
            throw connectionError(call, cause);
        }
        return errors.requireSuccess(call, await(call, response));
    }

    private static HttpRequest toHttpRequest(ServiceRequest call) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(call.url())).header("Accept", "application/json");
        if (call.key() != null) request.header("Authorization", "Bearer " + call.key());
        if (call.body() == null)
            return request.method(call.method(), BodyPublishers.noBody()).build();
        if (call.body() instanceof FormBody form)
            return request.header("Content-Type", "application/x-www-form-urlencoded")
                    .method(call.method(), BodyPublishers.ofByteArray(form.toBytes()))
                    .build();
        return request.header("Content-Type", "application/json")
                .method(call.method(), BodyPublishers.ofByteArray(Json.write(call.body())))
                .build();
    }

    /** Waits for headers and body, of which a timeout of HttpRequest covers the headers only. */
    private HttpResponse<byte[]> await(ServiceRequest call, CompletableFuture<HttpResponse<byte[]>> response) {
        try {
            return response.get(settings.limits().timeout().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException cause) {
            response.cancel(true);
            throw timeoutError(call, cause);
        } catch (InterruptedException cause) {
            response.cancel(true);
            throw interrupted(cause);
        } catch (ExecutionException error) {
            throw connectionError(call, error.getCause());
        }
    }

    /** The caller's own error, so it isn't a ThumbturnException. */
    static CancellationException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        CancellationException error = new CancellationException("The call to Thumbturn was interrupted");
        error.initCause(cause);
        return error;
    }

    private ThumbturnException timeoutError(ServiceRequest call, Throwable cause) {
        return new ThumbturnException(
                ErrorCode.TIMEOUT,
                ("%s did not respond within %d ms: try again, or raise timeout. The service may have carried out the call")
                        .formatted(originOf(call), settings.limits().timeout().toMillis()),
                cause);
    }

    private static ThumbturnException connectionError(ServiceRequest call, Throwable cause) {
        if (cause instanceof LimitedBody.TooLargeException large)
            return new ThumbturnException(
                    ErrorCode.RESPONSE_TOO_LARGE,
                    "%s sent more than %s MiB: check baseUrl".formatted(originOf(call), call.maxBytes() / 1048576.0),
                    new ThumbturnException.Response(large.status, null));
        return new ThumbturnException(
                ErrorCode.UNREACHABLE,
                "%s is unreachable (%s): check baseUrl, and that the service is running"
                        .formatted(originOf(call), describe(cause)),
                cause);
    }

    /** The first message of the causes, which is often missing. */
    private static String describe(Throwable cause) {
        Throwable last = cause;
        for (Throwable one = cause; one != null; one = one.getCause()) {
            if (one.getMessage() != null && !one.getMessage().isBlank()) return one.getMessage();
            last = one;
        }
        return last.getClass().getSimpleName();
    }

    private static String originOf(ServiceRequest call) {
        return Urls.originOf(URI.create(call.url()));
    }
}
