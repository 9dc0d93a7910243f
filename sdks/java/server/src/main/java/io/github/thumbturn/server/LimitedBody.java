package io.github.thumbturn.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;

/** Reads a body up to a size, and closes the connection of a longer one. */
final class LimitedBody implements BodySubscriber<byte[]> {
    private final CompletableFuture<byte[]> result = new CompletableFuture<>();
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private final int maxBytes;
    private final int status;
    private Subscription subscription;

    private LimitedBody(int maxBytes, int status) {
        this.maxBytes = maxBytes;
        this.status = status;
    }

    static BodyHandler<byte[]> atMost(int maxBytes) {
        return response -> new LimitedBody(maxBytes, response.statusCode());
    }

    /** The body is too large. */
    static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        final int status;

        private TooLargeException(int status) {
            this.status = status;
        }
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return result;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (content.size() + buffer.remaining() > maxBytes) {
                subscription.cancel();
                result.completeExceptionally(new TooLargeException(status));
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            content.writeBytes(bytes);
        }
    }

    @Override
    public void onError(Throwable error) {
        result.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        result.complete(content.toByteArray());
    }
}
