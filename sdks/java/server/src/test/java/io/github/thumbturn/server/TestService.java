package io.github.thumbturn.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Serves the keys of an application, which a test can change, with a clock of its own. */
public final class TestService implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, KeyPair> keys = new ConcurrentHashMap<>(Map.of("first", newKey()));
    private volatile Instant now = Instant.ofEpochSecond(1_800_000_000);
    private volatile HttpHandler handler = this::sendKeys;
    /** Counts requests. */
    public final AtomicInteger requests = new AtomicInteger();

    public TestService() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            requests.incrementAndGet();
            handler.handle(exchange);
        });
        server.start();
    }

    static KeyPair newKey() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException error) {
            throw new AssertionError(error);
        }
    }

    public String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    public ThumbturnBuilder client() {
        return Thumbturn.builder(url())
                .appId("shop")
                .apiKey("ttk_secret\n")
                .timeout(Duration.ofMinutes(1))
                .clock(clock());
    }

    /** A client without a network, whose service has the same clock: the one of Java sends the time of the machine. */
    ThumbturnBuilder clientWithServerTime() {
        return clientWithServerTime(Map.of());
    }

    ThumbturnBuilder clientWithServerTime(Map<String, String> more) {
        return client().httpClient(new FakeHttpClient(request -> {
            Map<String, String> headers = new HashMap<>(more);
            headers.put("content-type", "application/json");
            headers.put("date", DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC)));
            return new FakeHttpClient.Reply(200, headers, keySet());
        }));
    }

    Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
    }

    public void advance(Duration by) {
        now = now.plus(by);
    }

    /** Replaces the response. */
    public void respond(HttpHandler replacement) {
        handler = replacement;
    }

    public void respondWithKeys() {
        handler = this::sendKeys;
    }

    void setKeys(Map<String, KeyPair> replacement) {
        keys.clear();
        keys.putAll(replacement);
    }

    public void sendKeys(HttpExchange exchange) throws IOException {
        send(exchange, 200, keySet());
    }

    private String keySet() {
        List<Map<String, Object>> list = keys.entrySet().stream()
                .map(entry ->
                        toJwk(entry.getKey(), (ECPublicKey) entry.getValue().getPublic()))
                .toList();
        return Json.writeText(Map.of("keys", list));
    }

    public static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    static Map<String, Object> toJwk(String kid, ECPublicKey key) {
        return Map.of(
                "kty", "EC",
                "crv", "P-256",
                "kid", kid,
                "use", "sig",
                "alg", "ES256",
                "x", encode(toBytes(key.getW().getAffineX())),
                "y", encode(toBytes(key.getW().getAffineY())));
    }

    private static byte[] toBytes(java.math.BigInteger number) {
        byte[] bytes = new byte[32];
        byte[] given = number.toByteArray();
        int length = Math.min(given.length, 32);
        System.arraycopy(given, given.length - length, bytes, 32 - length, length);
        return bytes;
    }

    static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** An access token that was issued now, with changed claims; null removes one. */
    public String token(Map<String, Object> changes) {
        return sign("first", changes);
    }

    public String token() {
        return token(Map.of());
    }

    String sign(String kid, Map<String, Object> changes) {
        return sign(keys.get(kid).getPrivate(), Map.of("alg", "ES256", "kid", kid), Json.write(claims(changes)));
    }

    Map<String, Object> claims(Map<String, Object> changes) {
        long issued = now.getEpochSecond();
        Map<String, Object> claims = new HashMap<>(Map.of(
                "iss", url() + "/apps/shop",
                "aud", "shop",
                "sub", "ada-id",
                "jti", "1",
                "rpId", "localhost",
                "iat", issued,
                "exp", issued + 600,
                "tokenType", "jwtAccess",
                "username", "ada",
                "scopes", List.of("user:read")));
        claims.putAll(changes);
        claims.values().removeIf(value -> value == null);
        return claims;
    }

    /** Signs a text with the first key of the service. */
    String signText(String header, String claims) {
        return sign(
                keys.get("first").getPrivate(),
                Json.parse(header.getBytes(StandardCharsets.UTF_8)),
                claims.getBytes(StandardCharsets.UTF_8));
    }

    private static String sign(PrivateKey key, Object header, byte[] claims) {
        String signed = encode(Json.write(header)) + "." + encode(claims);
        try {
            return signed + "." + encode(Signatures.sign(key, signed.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException error) {
            throw new AssertionError(error);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
