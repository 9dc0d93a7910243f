package io.github.thumbturn.server;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Remembers what the service said about each token, by its ID. */
final class ActiveStates {
    /** Some 10 MB; beyond that, what was asked for least recently is asked for again. */
    private static final int MOST_KNOWN = 50_000;
    /** After a failure, requests don't wait for the service for this long. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Clock clock;
    private final Predicate<String> ask;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, State> known = new LinkedHashMap<>();
    private final Map<String, CompletableFuture<State>> pending = new HashMap<>();
    /** Null unless the last question failed. */
    private ThumbturnException failure;

    private Instant failedAt = Instant.MIN;

    /** The function asks about a token, and throws a ThumbturnException if it can't. */
    ActiveStates(Clock clock, Predicate<String> ask) {
        this.clock = clock;
        this.ask = ask;
    }

    /** A response of the service. */
    record State(Instant at, boolean isActive) {}

    /** The last response, however old; null without one. */
    State find(String id) {
        lock.lock();
        try {
            return known.get(id);
        } finally {
            lock.unlock();
        }
    }

    /** Asks whatever is known. */
    State askNow(String id, String token) {
        Instant at = clock.instant();
        requireNoPause(at);
        try {
            return remember(id, new State(at, ask.test(token)));
        } catch (ThumbturnException error) {
            fail(error);
            throw error;
        }
    }

    private void requireNoPause(Instant at) {
        lock.lock();
        try {
            // In both directions, so that a clock that is set back doesn't prolong the pause.
            boolean isPaused =
                    failure != null && Duration.between(failedAt, at).abs().compareTo(PAUSE) < 0;
            if (isPaused) throw failure.again();
        } finally {
            lock.unlock();
        }
    }

    private State remember(String id, State state) {
        lock.lock();
        try {
            failure = null;
            known.remove(id);
            known.put(id, state);
            if (known.size() > MOST_KNOWN)
                known.remove(known.keySet().iterator().next());
            return state;
        } finally {
            lock.unlock();
        }
    }

    private void fail(ThumbturnException error) {
        lock.lock();
        try {
            failure = error;
            failedAt = clock.instant();
        } finally {
            lock.unlock();
        }
    }

    /** Asks once for all requests of the same moment. */
    State askOnce(String id, String token) {
        return askSince(clock.instant(), id, token);
    }

    private State askSince(Instant since, String id, String token) {
        CompletableFuture<State> own = new CompletableFuture<>();
        CompletableFuture<State> other = join(id, own);
        if (other != null) return await(other, () -> askSince(since, id, token));
        try {
            State last = find(id);
            // Another request may have asked before this one could join it.
            State state = last != null && !last.at().isBefore(since) ? last : askNow(id, token);
            own.complete(state);
            return state;
        } catch (ThumbturnException error) {
            own.completeExceptionally(error);
            throw error;
        } finally {
            leave(id);
            // Without a response, for example after an interruption, one of the requests that wait asks.
            own.cancel(false);
        }
    }

    /** The question that is under way; null if this one is it now. */
    private CompletableFuture<State> join(String id, CompletableFuture<State> own) {
        lock.lock();
        try {
            return pending.putIfAbsent(id, own);
        } finally {
            lock.unlock();
        }
    }

    private void leave(String id) {
        lock.lock();
        try {
            pending.remove(id);
        } finally {
            lock.unlock();
        }
    }

    /** Asks again if the other request ended without a response. */
    private static State await(CompletableFuture<State> other, Supplier<State> again) {
        try {
            return other.get();
        } catch (InterruptedException cause) {
            throw Connection.interrupted(cause);
        } catch (ExecutionException | CancellationException error) {
            if (error.getCause() instanceof ThumbturnException failure) throw failure.again();
            return again.get();
        }
    }
}
