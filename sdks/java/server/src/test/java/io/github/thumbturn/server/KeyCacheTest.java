package io.github.thumbturn.server;

import static io.github.thumbturn.server.Vectors.requireCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyCacheTest {
    private final TestService service = new TestService();
    private final Thumbturn client = service.client().build();

    @AfterEach
    void stop() {
        service.close();
    }

    private static void fail(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(502, -1);
        exchange.close();
    }

    private void requireRequests(int wanted) {
        assertEquals(wanted, service.requests.get());
    }

    @Test
    @DisplayName("keys are cached for five minutes")
    void caching() {
        requireRequests(0);
        for (int i = 0; i < 3; i++) client.verifyToken(service.token());
        requireRequests(1);
        service.advance(Duration.ofSeconds(299));
        client.verifyToken(service.token());
        requireRequests(1);
        service.advance(Duration.ofSeconds(1));
        client.verifyToken(service.token());
        requireRequests(2);
    }

    @Test
    @DisplayName("keys are used for an hour during an outage")
    void outage() {
        client.verifyToken(service.token());
        service.respond(KeyCacheTest::fail);
        service.advance(Duration.ofSeconds(3599));
        client.verifyToken(service.token());
        service.advance(Duration.ofSeconds(1));
        ThumbturnException error = requireCode(ErrorCode.SERVER_ERROR, () -> client.verifyToken(service.token()));
        assertFalse(error.isTokenRejected());
        service.respondWithKeys();
        service.advance(Duration.ofSeconds(2));
        client.verifyToken(service.token());
    }

    @Test
    @DisplayName("a failed request for keys is repeated after two seconds")
    void retries() {
        service.respond(KeyCacheTest::fail);
        for (int i = 0; i < 3; i++) requireCode(ErrorCode.SERVER_ERROR, () -> client.verifyToken(service.token()));
        requireRequests(1);
        service.advance(Duration.ofSeconds(2));
        requireCode(ErrorCode.SERVER_ERROR, () -> client.verifyToken(service.token()));
        requireRequests(2);
    }

    @Test
    @DisplayName("a clock that is set back neither keeps old keys nor delays the next request")
    void clockSetBack() {
        String first = service.token();
        client.verifyToken(first);
        service.setKeys(Map.of("second", TestService.newKey()));
        service.advance(Duration.ofMinutes(-6));
        client.verifyToken(service.sign("second", Map.of()));
        requireRequests(2);
        service.advance(Duration.ofHours(2));
        service.respond(KeyCacheTest::fail);
        requireCode(ErrorCode.SERVER_ERROR, () -> client.verifyToken(service.sign("second", Map.of())));
        service.respondWithKeys();
        service.advance(Duration.ofMinutes(-90));
        client.verifyToken(service.sign("second", Map.of()));
        requireRequests(4);
    }

    @Test
    @DisplayName("an unknown key is fetched at most every 30 seconds")
    void unknownKeys() {
        client.verifyToken(service.token());
        service.setKeys(Map.of("second", TestService.newKey()));
        for (int i = 0; i < 3; i++)
            requireCode(ErrorCode.TOKEN_UNKNOWN_KEY, () -> client.verifyToken(service.sign("second", Map.of())));
        requireRequests(1);
        service.advance(Duration.ofSeconds(30));
        client.verifyToken(service.sign("second", Map.of()));
        requireRequests(2);
    }

    @Test
    @DisplayName("a failed refresh for an unknown key doesn't reject the token")
    void failedRefresh() {
        client.verifyToken(service.token());
        service.setKeys(Map.of("second", TestService.newKey()));
        service.respond(KeyCacheTest::fail);
        service.advance(Duration.ofSeconds(30));
        requireCode(ErrorCode.SERVER_ERROR, () -> client.verifyToken(service.sign("second", Map.of())));
    }

    @Test
    @DisplayName("a removed key is no longer accepted")
    void removedKeys() {
        String token = service.token();
        client.verifyToken(token);
        service.setKeys(Map.of("second", TestService.newKey()));
        service.advance(Duration.ofMinutes(5));
        requireCode(ErrorCode.TOKEN_UNKNOWN_KEY, () -> client.verifyToken(token));
    }

    @Test
    @DisplayName("tokens of other applications fetch no keys")
    void otherApplications() {
        requireCode(ErrorCode.TOKEN_WRONG_AUDIENCE, () -> client.verifyToken(service.token(Map.of("aud", "bank"))));
        requireCode(
                ErrorCode.TOKEN_WRONG_ISSUER,
                () -> client.verifyToken(service.token(Map.of("iss", "https://evil.example"))));
        requireRequests(0);
    }

    @Test
    @DisplayName("concurrent callers share one request")
    void concurrency() throws Exception {
        String token = service.token();
        var threads = Executors.newFixedThreadPool(20);
        Callable<Claims> verify = () -> client.verifyToken(token);
        for (var outcome :
                threads.invokeAll(IntStream.range(0, 20).mapToObj(i -> verify).toList())) outcome.get();
        threads.shutdown();
        requireRequests(1);
    }

    @Test
    @DisplayName("a caller who is interrupted doesn't end the request of others")
    void interruption() throws Exception {
        CompletableFuture<Object> arrived = new CompletableFuture<>();
        CountDownLatch released = new CountDownLatch(1);
        service.respond(exchange -> {
            arrived.complete("");
            await(released);
            service.sendKeys(exchange);
        });
        // A machine that stands still for minutes must not end the request.
        Thumbturn patient = service.client().timeout(Duration.ofHours(1)).build();
        CompletableFuture<Object> left = new CompletableFuture<>();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread leaving = new Thread(() -> {
            try {
                patient.verifyToken(service.token());
            } catch (RuntimeException error) {
                flag.complete(Thread.currentThread().isInterrupted());
                left.complete(error);
            }
        });
        leaving.start();
        CompletableFuture.anyOf(arrived, left).get();
        leaving.interrupt();
        assertInstanceOf(CancellationException.class, left.get());
        assertTrue(flag.get());
        released.countDown();
        patient.verifyToken(service.token());
        requireRequests(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException error) {
            throw new AssertionError(error);
        }
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("key sets that are none name the baseUrl")
    @ValueSource(
            strings = {"{}", "{\"keys\":null}", "{\"keys\":[1]}", "[]", "\"keys\"", "{\"keys\":", "{\"keys\":[]} {}"})
    void notKeySets(String body) {
        service.respond(exchange -> TestService.send(exchange, 200, body));
        requireCode(ErrorCode.WRONG_BASE_URL, () -> client.verifyToken(service.token()));
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("keys that verify no tokens are skipped")
    @ValueSource(
            strings = {
                "{\"kty\":\"EC\",\"crv\":\"P-256\",\"kid\":\"first\",\"x\":\"AA\",\"y\":\"AA\"}",
                "{\"kty\":\"EC\",\"crv\":\"P-256\",\"kid\":\"first\",\"x\":\"?\",\"y\":\"AA\"}",
                "{\"kty\":\"EC\",\"crv\":\"P-384\",\"kid\":\"first\"}",
                "{\"kty\":\"RSA\",\"kid\":\"first\",\"n\":\"AQAB\",\"e\":\"AQAB\"}",
                "{\"kty\":\"oct\",\"kid\":\"first\",\"k\":\"AAAA\"}",
                "{}"
            })
    void oddKeys(String key) {
        service.respond(exchange -> TestService.send(exchange, 200, "{\"keys\":[" + key + "]}"));
        requireCode(ErrorCode.TOKEN_UNKNOWN_KEY, () -> client.verifyToken(service.token()));
    }

    @Test
    @DisplayName("a large key set isn't read")
    void largeKeySets() {
        String body = "{\"keys\":[],\"padding\":\"" + "a".repeat(1 << 18) + "\"}";
        service.respond(exchange -> TestService.send(exchange, 200, body));
        requireCode(ErrorCode.RESPONSE_TOO_LARGE, () -> client.verifyToken(service.token()));
    }
}
