package io.github.thumbturn.server;

import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The public keys of an application, cached by kid. They are fetched on first use, again after five minutes, and for an unknown kid.
 */
final class KeyCache {
    /** The service allows caching its key set this long, and publishes new keys longer than this before it signs with them. */
    private static final Duration FRESH = Duration.ofMinutes(5);
    /** During an outage of the service, cached keys are used up to this age. */
    private static final Duration STALE = Duration.ofHours(1);
    /** An unknown kid refreshes younger keys only after this time, so that a flood of forged tokens doesn't reach the service. */
    private static final Duration UNKNOWN_KEY_DELAY = Duration.ofSeconds(30);
    /** Follows a failed request. */
    private static final Duration RETRY_DELAY = Duration.ofSeconds(2);
    /** Enough for a thousand keys; an application has a few. */
    private static final int MAX_BYTES = 1 << 18;

    private final Settings settings;
    private final Connection connection;

    /** Not a monitor, which would hold the carrier of a virtual thread. */
    private final ReentrantLock lock = new ReentrantLock();
    /** Null until a request succeeded. */
    private KeySet cached;

    private Instant fetchedAt = Instant.MIN;
    /** Null unless the last request failed. */
    private ThumbturnException failure;

    private Instant failedAt = Instant.MIN;
    private Duration clockOffset = Duration.ZERO;
    /** The request that is under way; null without one. */
    private CompletableFuture<Void> pending;

    KeyCache(Settings settings, Connection connection) {
        this.settings = settings;
        this.connection = connection;
    }

    /** How far this machine's clock is ahead of the service's; zero if unknown. */
    Duration clockOffset() {
        lock.lock();
        try {
            return clockOffset;
        } finally {
            lock.unlock();
        }
    }

    /** The key that a token names; null if the service doesn't have it for the algorithm. */
    PublicKey find(String kid, String alg) {
        PublicKey key = read().find(kid, alg);
        if (key != null || isYoungerThan(UNKNOWN_KEY_DELAY)) return key;
        return refresh().find(kid, alg);
    }

    /** Cached keys, during an outage also those that aren't fresh. */
    private KeySet read() {
        if (!isYoungerThan(FRESH)) fetchOnce();
        lock.lock();
        try {
            if (isYoungerThan(STALE)) return cached;
            throw failure.again();
        } finally {
            lock.unlock();
        }
    }

    /** New keys, because only a response of the service shows that a key is unknown. */
    private KeySet refresh() {
        fetchOnce();
        lock.lock();
        try {
            if (failure != null) throw failure.again();
            return cached;
        } finally {
            lock.unlock();
        }
    }

    private boolean isYoungerThan(Duration limit) {
        lock.lock();
        try {
            return cached != null && isWithin(fetchedAt, limit);
        } finally {
            lock.unlock();
        }
    }

    /** In both directions: a clock that is set back must not keep old keys, or prolong the delay. */
    private boolean isWithin(Instant since, Duration limit) {
        return Duration.between(since, settings.clock().instant()).abs().compareTo(limit) < 0;
    }

    /** Waits for one request at a time, which concurrent callers share. */
    private void fetchOnce() {
        CompletableFuture<Void> request = start();
        if (request == null) return;
        try {
            request.get();
        } catch (InterruptedException cause) {
            throw Connection.interrupted(cause);
        } catch (ExecutionException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Null if the last request failed moments ago. */
    private CompletableFuture<Void> start() {
        lock.lock();
        try {
            if (pending != null) return pending;
            if (failure != null && isWithin(failedAt, RETRY_DELAY)) return null;
            pending = new CompletableFuture<>();
            startThread();
            return pending;
        } finally {
            lock.unlock();
        }
    }

    /** A thread of its own, because the request outlives a caller that is interrupted: other callers wait for it. */
    private void startThread() {
        Thread thread = new Thread(this::fetch, "thumbturn-keys");
        thread.setDaemon(true);
        thread.start();
    }

    private void fetch() {
        String url = settings.application() + "/fido2/v2/.well-known/jwks.json";
        try {
            ServiceResponse response =
                    connection.send(ServiceRequest.get(url, null).withMaxBytes(MAX_BYTES));
            KeySet keys = KeySet.parse(response.body(), url);
            complete(() -> store(keys, response.serverTime()));
        } catch (ThumbturnException error) {
            complete(() -> store(error));
        } catch (RuntimeException | Error unexpected) {
            // Otherwise, callers would wait forever.
            String message =
                    "The keys could not be fetched (" + unexpected.getClass().getSimpleName() + ")";
            complete(() -> store(new ThumbturnException(ErrorCode.UNREACHABLE, message, unexpected)));
        }
    }

    private void complete(Runnable store) {
        lock.lock();
        try {
            store.run();
            pending.complete(null);
            pending = null;
        } finally {
            lock.unlock();
        }
    }

    private void store(KeySet keys, Instant serverTime) {
        cached = keys;
        fetchedAt = settings.clock().instant();
        failure = null;
        clockOffset = serverTime == null ? Duration.ZERO : Duration.between(serverTime, fetchedAt);
    }

    private void store(ThumbturnException error) {
        failure = error;
        failedAt = settings.clock().instant();
    }
}
