package io.github.thumbturn.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the shared vectors, which have one request each, don't show. */
class ProtectedResourceTest {
    private static final String URI = "https://mcp.example.com/notes/mcp";

    private final TestService service = new TestService();
    private final AtomicInteger questions = new AtomicInteger();
    private volatile int status = 200;
    private volatile boolean isActive = true;

    @AfterEach
    void stop() {
        service.close();
    }

    private ResourceBuilder builder() {
        return ProtectedResource.builder(service.url() + "/apps/shop", URI)
                .scopes("notes:read")
                .timeout(Duration.ofMinutes(1))
                .clock(service.clock());
    }

    /** A token of a client; null removes a claim. */
    private String token(Map<String, Object> changes) {
        Map<String, Object> claims = new HashMap<>(Map.of("aud", URI, "client_id", "app", "scope", "notes:read"));
        claims.put("auth_time", 1_799_999_000);
        for (String name : List.of("tokenType", "username", "scopes", "rpId")) claims.put(name, null);
        claims.putAll(changes);
        String header = "{\"alg\":\"ES256\",\"kid\":\"first\",\"typ\":\"at+jwt\"}";
        return service.signText(header, Json.writeText(service.claims(claims)));
    }

    private static ResourceDecision admit(ProtectedResource resource, String token) {
        return resource.admit(new ResourceRequest("POST", "/notes/mcp", "Bearer " + token, null));
    }

    @Test
    @DisplayName("a token says what the client can do, and for which user")
    void access() {
        ProtectedResource resource = builder().build();
        Instant expiry = Instant.ofEpochSecond(1_800_000_600);
        ResourceAccess expected = new ResourceAccess("app", "ada-id", List.of("notes:read"), expiry, "1", "phr");
        assertEquals(expected, admit(resource, token(Map.of("acr", "phr"))).access());
        Map<String, Object> machine = Collections.singletonMap("auth_time", null);
        assertNull(admit(resource, token(machine)).access().userId());
    }

    @Test
    @DisplayName("an outage is no rejection")
    void outages() {
        service.respond(exchange -> TestService.send(exchange, 502, ""));
        ResourceDecision decision = admit(builder().build(), token(Map.of()));
        assertEquals(503, decision.rejection().status());
        assertEquals("5", decision.rejection().headers().get("Retry-After"));
        assertEquals(ErrorCode.SERVER_ERROR, decision.error().code());
    }

    @Test
    @DisplayName("each proof works once")
    void proofs() {
        JsonNode given = Vectors.stream(Vectors.read().get("resources"))
                .filter(one -> one.get("name").asText().equals("a bound token with a proof"))
                .findFirst()
                .orElseThrow();
        JsonNode request = given.get("request");
        ProtectedResource resource = ResourceVectorsTest.create(given);
        ResourceRequest sent = new ResourceRequest(
                "POST",
                "/notes/mcp",
                request.get("authorization").asText(),
                request.get("dpop").asText());
        assertTrue(resource.admit(sent).isAdmitted());
        assertEquals(ErrorCode.TOKEN_WRONG_PROOF, resource.admit(sent).error().code());
    }

    @Test
    @DisplayName("the thumbprint of a key is that of RFC 7638")
    void thumbprints() {
        String key =
                "{\"kty\":\"RSA\",\"n\":\"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw\",\"e\":\"AQAB\"}";
        assertEquals(
                "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs",
                ProofKey.parse(Json.parse(key.getBytes(StandardCharsets.UTF_8))).thumbprint());
    }

    /** A resource that asks the service, whose response the fields of this test decide. */
    private ProtectedResource createAsking(UnaryOperator<IntrospectionOptions> change) {
        service.respond(exchange -> {
            if (!exchange.getRequestURI().getPath().endsWith("/openid/introspect")) {
                service.sendKeys(exchange);
                return;
            }
            questions.incrementAndGet();
            TestService.send(exchange, status, "{\"active\":" + isActive + "}");
        });
        return builder()
                .introspection(change.apply(IntrospectionOptions.of("notes-server", "secret\n")))
                .build();
    }

    private static ErrorCode codeOf(ResourceDecision decision) {
        return decision.error() == null ? null : decision.error().code();
    }

    @Test
    @DisplayName("a revoked token ends within a minute, for which the service is asked once")
    void revocations() {
        ProtectedResource resource = createAsking(UnaryOperator.identity());
        String token = token(Map.of());
        assertTrue(IntStream.range(0, 8)
                .parallel()
                .allMatch(index -> admit(resource, token).isAdmitted()));
        isActive = false;
        service.advance(Duration.ofSeconds(59));
        assertTrue(admit(resource, token).isAdmitted());
        assertEquals(1, questions.get());
        service.advance(Duration.ofSeconds(1));
        assertEquals(ErrorCode.TOKEN_REJECTED, codeOf(admit(resource, token)));
        assertEquals(2, questions.get());
    }

    @Test
    @DisplayName("a revoked token ends at once if the service is asked for each request")
    void revocationsAtOnce() {
        ProtectedResource resource = createAsking(options -> options.withCacheTime(Duration.ZERO));
        String token = token(Map.of());
        assertTrue(admit(resource, token).isAdmitted());
        isActive = false;
        assertEquals(ErrorCode.TOKEN_REJECTED, codeOf(admit(resource, token)));
    }

    @Test
    @DisplayName("after a failure, requests don't wait for the service for five seconds")
    void pauses() {
        ProtectedResource resource = createAsking(UnaryOperator.identity());
        String token = token(Map.of());
        status = 502;
        assertEquals(ErrorCode.SERVER_ERROR, codeOf(admit(resource, token)));
        status = 200;
        assertEquals(ErrorCode.SERVER_ERROR, codeOf(admit(resource, token)));
        assertEquals(1, questions.get());
        service.advance(Duration.ofSeconds(5));
        assertTrue(admit(resource, token).isAdmitted());
    }

    @Test
    @DisplayName("tokens that were not revoked before count during an outage by choice, and revoked ones do not")
    void acceptedOutages() {
        ProtectedResource resource = createAsking(IntrospectionOptions::withOutageAccepted);
        String revoked = token(Map.of("jti", "2"));
        isActive = false;
        assertEquals(ErrorCode.TOKEN_REJECTED, codeOf(admit(resource, revoked)));
        status = 502;
        service.advance(Duration.ofSeconds(61));
        assertEquals(ErrorCode.TOKEN_REJECTED, codeOf(admit(resource, revoked)));
        assertTrue(admit(resource, token(Map.of())).isAdmitted());
    }

    @Test
    @DisplayName("after an interruption, one of the requests that wait asks for all")
    void interruptedQuestion() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        ActiveStates states = new ActiveStates(service.clock(), token -> {
            questions.incrementAndGet();
            asked.countDown();
            try {
                released.await();
            } catch (InterruptedException error) {
                throw Connection.interrupted(error);
            }
            return true;
        });
        List<Thread> waiting = new CopyOnWriteArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        Future<ActiveStates.State> leaving = threads.submit(() -> states.askOnce("1", "token"));
        asked.await();
        List<Future<ActiveStates.State>> others = IntStream.range(0, 8)
                .mapToObj(index -> threads.submit(() -> {
                    waiting.add(Thread.currentThread());
                    return states.askOnce("1", "token");
                }))
                .toList();
        while (waiting.size() < 8 || waiting.stream().anyMatch(one -> one.getState() != Thread.State.WAITING))
            Thread.onSpinWait();
        leaving.cancel(true);
        while (questions.get() < 2) Thread.onSpinWait();
        released.countDown();
        for (Future<ActiveStates.State> one : others) assertTrue(one.get().isActive());
        threads.shutdown();
        assertEquals(2, questions.get());
    }

    @Test
    @DisplayName("an error of the virtual machine doesn't keep other requests waiting")
    void failedQuestion() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        ActiveStates states = new ActiveStates(service.clock(), token -> {
            if (questions.incrementAndGet() > 1) return true;
            asked.countDown();
            try {
                released.await();
            } catch (InterruptedException error) {
                throw Connection.interrupted(error);
            }
            throw new StackOverflowError();
        });
        ExecutorService threads = Executors.newCachedThreadPool();
        Future<ActiveStates.State> failing = threads.submit(() -> states.askOnce("1", "token"));
        asked.await();
        Future<ActiveStates.State> waiting = threads.submit(() -> states.askOnce("1", "token"));
        released.countDown();
        assertTrue(waiting.get(1, TimeUnit.MINUTES).isActive());
        assertThrows(ExecutionException.class, failing::get);
        threads.shutdown();
    }

    @Test
    @DisplayName("options of introspection don't show the secret")
    void secrets() {
        assertEquals(
                "IntrospectionOptions[clientId=notes-server]",
                IntrospectionOptions.of("notes-server", "secret").toString());
    }
}
