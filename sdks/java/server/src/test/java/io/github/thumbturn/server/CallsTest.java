package io.github.thumbturn.server;

import static io.github.thumbturn.server.Vectors.requireCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.thumbturn.server.FakeHttpClient.Reply;
import io.github.thumbturn.server.model.Group;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CallsTest {
    private final TestService service = new TestService();
    private final Thumbturn client = service.client().build();

    @AfterEach
    void stop() {
        service.close();
    }

    private void respond(int status, String body) {
        service.respond(exchange -> TestService.send(exchange, status, body));
    }

    @TestFactory
    Stream<DynamicTest> responses() {
        return Vectors.test("responses", one -> {
            JsonNode expected = one.get("expect");
            Map<String, String> headers = new HashMap<>();
            one.get("headers")
                    .properties()
                    .forEach(header ->
                            headers.put(header.getKey(), header.getValue().asText()));
            Reply reply = new Reply(
                    one.get("status").asInt(), headers, one.get("body").asText());
            Thumbturn fake = service.client()
                    .httpClient(new FakeHttpClient(request -> reply))
                    .build();
            ThumbturnException error = requireCode(
                    expected.get("code").asText(), () -> fake.users().find("ada"));
            if (expected.has("retryAfter"))
                assertEquals(
                        Optional.of(
                                Duration.ofSeconds(expected.get("retryAfter").asLong())),
                        error.retryAfter());
        });
    }

    @Test
    @DisplayName("calls without a key aren't sent")
    void missingKeys() {
        Thumbturn keyless = Thumbturn.builder(service.url()).appId("shop").build();
        requireCode(ErrorCode.MISSING_API_KEY, () -> keyless.users().find("ada"));
        requireCode(
                ErrorCode.MISSING_API_KEY,
                () -> keyless.events().list(EventFilter.ALL).toList());
        assertEquals(0, service.requests.get());
    }

    @Test
    @DisplayName("IDs that would change the path aren't sent")
    void paths() {
        for (String id : new String[] {"", ".", "..", null})
            requireCode(
                    ErrorCode.INVALID_REQUEST, () -> none(() -> client.users().delete(id)));
        assertEquals(0, service.requests.get());
        List<String> paths = new ArrayList<>();
        service.respond(exchange -> {
            paths.add(exchange.getRequestURI().getRawPath());
            TestService.send(exchange, 204, "");
        });
        client.users().delete("../find?x#y $1");
        assertEquals(List.of("/apps/shop/fido2/v2/mgmt/users/..%2Ffind%3Fx%23y%20%241"), paths);
    }

    private static Object none(Runnable call) {
        call.run();
        return null;
    }

    @Test
    @DisplayName("a redirect isn't followed")
    void redirects() {
        service.respond(exchange -> {
            exchange.getResponseHeaders().set("Location", service.url() + "/other");
            TestService.send(exchange, 307, "");
        });
        requireCode(ErrorCode.WRONG_BASE_URL, () -> none(() -> client.users().delete("ada")));
        assertEquals(1, service.requests.get());
    }

    @Test
    @DisplayName("only GET is repeated on a broken connection")
    void brokenConnections() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            List<String> accepted = java.util.Collections.synchronizedList(new ArrayList<>());
            Thread closing = new Thread(() -> closeConnections(socket, accepted::add));
            closing.start();
            Thumbturn broken = Thumbturn.builder("http://localhost:" + socket.getLocalPort())
                    .appId("shop")
                    .apiKey("ttk_secret")
                    .build();
            requireCode(ErrorCode.UNREACHABLE, () -> broken.users().find("ada"));
            assertTrue(accepted.size() >= 2, "sent GET " + accepted.size() + " times");
            accepted.clear();
            requireCode(ErrorCode.UNREACHABLE, () -> none(() -> broken.users().delete("ada")));
            assertEquals(List.of("D"), accepted);
        }
    }

    /** Reads the first character of each request. */
    private static void closeConnections(ServerSocket socket, Consumer<String> log) {
        try {
            while (true) {
                try (var connection = socket.accept()) {
                    log.accept(Character.toString(connection.getInputStream().read()));
                }
            }
        } catch (IOException end) {
            // The test closes the socket.
        }
    }

    @Test
    @DisplayName("a service that is unreachable is named without the query")
    void unreachable() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        String url = "http://localhost:" + port;
        Thumbturn lost =
                Thumbturn.builder(url).appId("shop").apiKey("ttk_secret").build();
        ThumbturnException error =
                requireCode(ErrorCode.UNREACHABLE, () -> lost.users().find("ada@example.com"));
        assertTrue(error.getMessage().startsWith(url + " is unreachable ("), error.getMessage());
        assertFalse(error.getMessage().contains("ada") || error.getMessage().contains("ttk_"), error.getMessage());
    }

    @Test
    @DisplayName("a body that stops is a timeout")
    void slowBodies() throws Exception {
        CountDownLatch ended = new CountDownLatch(1);
        service.respond(exchange -> {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("{\"user\":".getBytes());
            exchange.getResponseBody().flush();
            try {
                ended.await();
            } catch (InterruptedException stopped) {
                exchange.close();
            }
        });
        Thumbturn impatient = service.client().timeout(Duration.ofMillis(200)).build();
        ThumbturnException error =
                requireCode(ErrorCode.TIMEOUT, () -> impatient.users().find("ada"));
        assertTrue(error.getMessage().contains("did not respond within 200 ms"), error.getMessage());
        ended.countDown();
    }

    @Test
    @DisplayName("a thread that is interrupted ends its call")
    void interruption() {
        Thread.currentThread().interrupt();
        assertThrows(CancellationException.class, () -> client.users().find("ada"));
        assertTrue(Thread.interrupted());
    }

    @Test
    @DisplayName("a large response isn't read")
    void largeResponses() {
        respond(200, "{\"user\":\"" + "a".repeat(ServiceRequest.MAX_BYTES) + "\"}");
        ThumbturnException error =
                requireCode(ErrorCode.RESPONSE_TOO_LARGE, () -> client.users().find("ada"));
        assertEquals(200, error.status().orElseThrow());
        assertTrue(error.getMessage().endsWith("sent more than 8.0 MiB: check baseUrl"), error.getMessage());
    }

    @Test
    @DisplayName("fields of other types name the baseUrl, and unknown fields are tolerated")
    void fields() {
        respond(200, "{\"user\":\"ada\"}");
        requireCode(ErrorCode.WRONG_BASE_URL, () -> client.users().find("ada"));
        respond(200, "{\"user\":{\"userId\":1}}");
        requireCode(ErrorCode.WRONG_BASE_URL, () -> client.users().find("ada"));
        respond(200, "{\"user\":{\"userId\":\"1\",\"more\":1},\"devices\":[],\"passkeys\":[],\"more\":{}}");
        assertEquals("1", client.users().find("ada").orElseThrow().user().userId());
    }

    @Test
    @DisplayName("find is empty without a match, but not for an unknown application")
    void misses() {
        respond(404, "{\"msg\":\"There is no such user\",\"msgCode\":\"NOT_FOUND\"}");
        assertEquals(Optional.empty(), client.users().find("ada"));
        respond(404, "{\"msg\":\"No\",\"msgCode\":\"NOT_FOUND\",\"reason\":\"unknown_application\"}");
        requireCode(ErrorCode.UNKNOWN_APPLICATION, () -> client.users().find("ada"));
    }

    @Test
    @DisplayName("messages name the application and the remedy")
    void messages() {
        respond(404, "{\"msg\":\"There is no such passkey\",\"msgCode\":\"NOT_FOUND\"}");
        ThumbturnException error = requireCode(
                ErrorCode.NOT_FOUND, () -> none(() -> client.passkeys().delete("1")));
        assertEquals(
                "There is no such passkey (application shop): it was deleted, or belongs to another application",
                error.getMessage());
        assertEquals(404, error.status().orElseThrow());
    }

    @Test
    @DisplayName("pages are fetched when the stream reaches them")
    void pages() {
        List<String> queries = new ArrayList<>();
        service.respond(exchange -> {
            String query = String.valueOf(exchange.getRequestURI().getQuery());
            queries.add(query);
            String next = Map.of("null", ",\"next\":\"b\"", "after=b", ",\"next\":\"c\"")
                    .getOrDefault(query, "");
            String group = "{\"groups\":[{\"id\":\"%d\",\"version\":1}]%s}".formatted(queries.size(), next);
            TestService.send(exchange, 200, group);
        });
        assertEquals(
                List.of("1", "2", "3"), client.groups().list().map(Group::id).toList());
        assertEquals(List.of("null", "after=b", "after=c"), queries);
        queries.clear();
        client.groups().list().findFirst();
        assertEquals(1, queries.size());
    }

    @Test
    @DisplayName("a token that the service rejects differs from a key that it rejects")
    void specialErrors() {
        String body = "{\"msg\":\"A sentence\",\"msgCode\":\"x\",\"reason\":\"%s\"}";
        respond(401, body.formatted(""));
        requireCode(ErrorCode.TOKEN_REJECTED, () -> client.verifyTokenRemotely(service.token()));
        requireCode(ErrorCode.TOKEN_REJECTED, () -> client.refresh("token"));
        respond(401, body.formatted("invalid_api_key"));
        requireCode(ErrorCode.INVALID_API_KEY, () -> client.verifyTokenRemotely(service.token()));
        respond(400, body.formatted(""));
        requireCode(ErrorCode.TOKEN_MALFORMED, () -> client.verifyTokenRemotely(service.token()));
        respond(403, body.formatted(""));
        requireCode(ErrorCode.NOT_ENABLED, () -> client.refresh("token"));
    }
}
