package io.github.thumbturn.server;

import static io.github.thumbturn.server.Vectors.requireCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.interfaces.ECPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProtectedResourceTest {
    private static final String URI = "https://mcp.example.com/notes/mcp";
    private static final String METADATA_URL = "https://mcp.example.com/.well-known/oauth-protected-resource/notes/mcp";

    private final TestService service = new TestService();
    private final KeyPair client = TestService.newKey();
    private final ProtectedResource resource = builder().build();

    @AfterEach
    void stop() {
        service.close();
    }

    private ResourceBuilder builder() {
        return ProtectedResource.builder(service.url() + "/apps/shop", URI)
                .scopes("notes:read")
                .scopesSupported("notes:read", "notes:write")
                .clock(service.clock());
    }

    private static Map<String, Object> change(String name, Object value) {
        Map<String, Object> change = new HashMap<>();
        change.put(name, value);
        return change;
    }

    private String token(Map<String, Object> changes) {
        return token("{\"alg\":\"ES256\",\"kid\":\"first\",\"typ\":\"at+jwt\"}", changes);
    }

    /** A token of a client; null removes a claim. */
    private String token(String header, Map<String, Object> changes) {
        Map<String, Object> claims = new HashMap<>(Map.of("aud", URI, "client_id", "app", "scope", "notes:read"));
        claims.put("auth_time", 1_799_999_000);
        for (String name : List.of("tokenType", "username", "scopes", "rpId")) claims.put(name, null);
        claims.putAll(changes);
        return service.signText(header, Json.writeText(service.claims(claims)));
    }

    private ResourceDecision admit(String authorization, String proof) {
        return resource.admit(new ResourceRequest("POST", "/notes/mcp", authorization, proof));
    }

    private ResourceDecision admit(String token) {
        return admit("Bearer " + token, null);
    }

    private static void requireRejection(ErrorCode code, ResourceDecision decision) {
        assertEquals(code, decision.error() == null ? null : decision.error().code());
        assertNull(decision.access());
    }

    @Test
    @DisplayName("a token says what the client can do, and for which user")
    void access() {
        ResourceDecision decision = admit(token(Map.of("acr", "phr")));
        assertTrue(decision.isAdmitted());
        Instant expiry = Instant.ofEpochSecond(1_800_000_600);
        assertEquals(new ResourceAccess("app", "ada-id", List.of("notes:read"), expiry, "1", "phr"), decision.access());
        assertNull(admit(token(change("auth_time", null))).access().userId());
        assertTrue(admit(token(Map.of("aud", List.of("https://other.example.com", URI))))
                .isAdmitted());
    }

    @TestFactory
    @DisplayName("a token of another kind is rejected")
    Stream<DynamicTest> claims() {
        return Stream.of(
                        Map.entry(change("iss", "https://evil.example"), ErrorCode.TOKEN_WRONG_ISSUER),
                        Map.entry(change("iss", service.url() + "/apps/shop/"), ErrorCode.TOKEN_WRONG_ISSUER),
                        Map.entry(change("aud", URI + "/notes"), ErrorCode.TOKEN_WRONG_AUDIENCE),
                        Map.entry(change("aud", "https://mcp.example.com"), ErrorCode.TOKEN_WRONG_AUDIENCE),
                        Map.entry(change("aud", URI.replace("mcp.", "MCP.")), ErrorCode.TOKEN_WRONG_AUDIENCE),
                        Map.entry(change("aud", null), ErrorCode.TOKEN_WRONG_AUDIENCE),
                        Map.entry(change("aud", List.of()), ErrorCode.TOKEN_WRONG_AUDIENCE),
                        Map.entry(change("exp", 1), ErrorCode.TOKEN_EXPIRED),
                        Map.entry(change("exp", null), ErrorCode.TOKEN_MALFORMED),
                        Map.entry(change("client_id", null), ErrorCode.TOKEN_MALFORMED),
                        Map.entry(change("jti", null), ErrorCode.TOKEN_MALFORMED),
                        Map.entry(change("scope", List.of("notes:read")), ErrorCode.TOKEN_MALFORMED),
                        Map.entry(change("scope", ""), ErrorCode.TOKEN_MISSING_SCOPE),
                        Map.entry(change("scope", "notes:readers"), ErrorCode.TOKEN_MISSING_SCOPE),
                        Map.entry(change("scope", "NOTES:READ"), ErrorCode.TOKEN_MISSING_SCOPE),
                        Map.entry(change("cnf", Map.of("jkt", 1)), ErrorCode.TOKEN_MALFORMED),
                        Map.entry(change("cnf", Map.of()), ErrorCode.TOKEN_MALFORMED),
                        Map.entry(change("tokenType", "jwtAccess"), ErrorCode.TOKEN_MALFORMED))
                .map(one -> DynamicTest.dynamicTest(
                        one.getKey() + " is " + one.getValue(),
                        () -> requireRejection(one.getValue(), admit(token(one.getKey())))));
    }

    @ParameterizedTest(name = "\"{0}\"")
    @DisplayName("the type can be written as a media type, and no other type is admitted")
    @CsvSource({"at+jwt, true", "application/at+jwt, true", "AT+JWT, true", "JWT, false", "dpop+jwt, false", "'', false"
    })
    void types(String type, boolean isAdmitted) {
        String header = "{\"alg\":\"ES256\",\"kid\":\"first\",\"typ\":\"" + type + "\"}";
        assertEquals(isAdmitted, admit(token(header, Map.of())).isAdmitted());
    }

    @Test
    @DisplayName("a token with another algorithm or a changed claim is rejected")
    void signatures() {
        String header = "{\"alg\":\"%s\",\"kid\":\"first\",\"typ\":\"at+jwt\"}";
        for (String algorithm : List.of("none", "HS256", "ES384"))
            requireRejection(ErrorCode.TOKEN_WRONG_ALGORITHM, admit(token(header.formatted(algorithm), Map.of())));
        // The key is one of ES256.
        requireRejection(ErrorCode.TOKEN_BAD_SIGNATURE, admit(token(header.formatted("RS256"), Map.of())));
        String[] parts = token(Map.of()).split("\\.");
        String changed = token(Map.of("scope", "notes:read notes:write")).split("\\.")[1];
        requireRejection(ErrorCode.TOKEN_BAD_SIGNATURE, admit(parts[0] + "." + changed + "." + parts[2]));
    }

    @Test
    @DisplayName("a broader scope counts as those that it implies")
    void implied() {
        String token = token(Map.of("scope", "notes:write"));
        requireRejection(ErrorCode.TOKEN_MISSING_SCOPE, admit(token));
        Map<String, List<String>> implied =
                Map.of("notes:write", List.of("notes:read"), "notes:read", List.of("notes:list", "notes:write"));
        ResourceDecision decision = builder()
                .impliedScopes(implied)
                .build()
                .admit(new ResourceRequest("POST", "/notes/mcp", "Bearer " + token, null), "notes:list");
        assertEquals(
                List.of("notes:write", "notes:read", "notes:list"),
                decision.access().scopes());
    }

    @Test
    @DisplayName("challenges name the metadata and the scopes, and not the exact reason")
    void challenges() {
        String rest = "resource_metadata=\"" + METADATA_URL + "\", scope=\"notes:read\"";
        ResourceDecision missing = admit(null, null);
        assertEquals(401, missing.rejection().status());
        assertEquals("Bearer " + rest, missing.rejection().headers().get("WWW-Authenticate"));
        String challenge = admit("x").rejection().headers().get("WWW-Authenticate");
        assertTrue(challenge.startsWith("Bearer error=\"invalid_token\", error_description=\""), challenge);
        assertTrue(challenge.endsWith(rest), challenge);
        ResourceDecision narrow = resource.admit(
                new ResourceRequest("POST", "/notes/mcp", "Bearer " + token(Map.of()), null), "notes:write");
        assertEquals(403, narrow.rejection().status());
        String scopes = narrow.rejection().headers().get("WWW-Authenticate");
        assertTrue(
                scopes.contains("error=\"insufficient_scope\"") && scopes.endsWith("scope=\"notes:read notes:write\""));
    }

    @Test
    @DisplayName("an outage is no rejection")
    void outages() {
        service.respond(exchange -> TestService.send(exchange, 502, ""));
        ResourceDecision decision = admit(token(Map.of()));
        assertEquals(503, decision.rejection().status());
        assertEquals("5", decision.rejection().headers().get("Retry-After"));
        assertEquals(ErrorCode.SERVER_ERROR, decision.error().code());
    }

    @Test
    @DisplayName("every page can read the metadata, whatever host the request names")
    void metadata() {
        assertEquals(METADATA_URL, resource.metadataUrl());
        String path = "/.well-known/oauth-protected-resource/notes/mcp";
        ResourceResponse response = resource.describe("GET", path + "?x").orElseThrow();
        JsonNode document = Json.parse(response.body().getBytes(StandardCharsets.UTF_8));
        assertEquals(URI, document.get("resource").asText());
        assertEquals(
                service.url() + "/apps/shop",
                document.at("/authorization_servers/0").asText());
        assertEquals(2, document.get("scopes_supported").size());
        assertEquals("*", response.headers().get("Access-Control-Allow-Origin"));
        assertEquals(204, resource.describe("OPTIONS", path).orElseThrow().status());
        assertEquals(405, resource.describe("POST", path).orElseThrow().status());
        for (String other : Arrays.asList("/notes/mcp", path + "/", "https://evil.example" + path, "", null))
            assertEquals(Optional.empty(), resource.describe("GET", other));
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("the metadata are where RFC 9728 puts them, for a host and for a path")
    @CsvSource({
        "https://mcp.example.com, https://mcp.example.com/.well-known/oauth-protected-resource",
        "https://mcp.example.com/, https://mcp.example.com/.well-known/oauth-protected-resource",
        "http://localhost:3000/mcp, http://localhost:3000/.well-known/oauth-protected-resource/mcp",
        "https://mcp.example.com/a/, https://mcp.example.com/.well-known/oauth-protected-resource/a/"
    })
    void metadataUrls(String uri, String url) {
        assertEquals(url, ProtectedResource.builder("https://a", uri).build().metadataUrl());
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("addresses that clients write in another way are rejected")
    @ValueSource(
            strings = {
                "mcp.example.com",
                "http://mcp.example.com/mcp",
                URI + "#x",
                URI + "#",
                URI + "?tenant=1",
                "https://a:b@mcp.example.com/mcp",
                "https://MCP.example.com/mcp",
                "https://mcp.example.com/a/../mcp",
                "https://mcp.example.com:443/mcp"
            })
    void oddResources(String uri) {
        requireCode(ErrorCode.INVALID_OPTIONS, () -> ProtectedResource.builder("https://a", uri));
    }

    @Test
    @DisplayName("issuers and scopes that are none are rejected")
    void oddOptions() {
        for (String issuer : List.of("id.example.com", "https://a?x"))
            requireCode(ErrorCode.INVALID_OPTIONS, () -> ProtectedResource.builder(issuer, URI));
        requireCode(ErrorCode.INVALID_OPTIONS, () -> builder().scopes("a\"b"));
        requireCode(ErrorCode.INVALID_OPTIONS, () -> builder().scopesSupported("a b"));
        requireCode(ErrorCode.INVALID_OPTIONS, () -> builder().baseUrl("localhost"));
    }

    private String thumbprint() {
        return ProofKey.parse(Json.parse(Json.write(jwk()))).thumbprint();
    }

    private Map<String, Object> jwk() {
        Map<String, Object> jwk = new HashMap<>(TestService.toJwk("1", (ECPublicKey) client.getPublic()));
        jwk.keySet().retainAll(List.of("kty", "crv", "x", "y"));
        return jwk;
    }

    private Map<String, Object> privateJwk() {
        Map<String, Object> jwk = jwk();
        jwk.put("d", "AQ");
        return jwk;
    }

    private String prove(String token) {
        return prove(token, parts -> {});
    }

    /** A proof for a request; the change gets header and claims in one map. */
    private String prove(String token, Consumer<Map<String, Object>> change) {
        Map<String, Object> parts = new LinkedHashMap<>(Map.of(
                "typ",
                "dpop+jwt",
                "alg",
                "ES256",
                "jwk",
                jwk(),
                "jti",
                UUID.randomUUID().toString(),
                "htm",
                "POST",
                "htu",
                URI,
                "iat",
                1_800_000_000,
                "ath",
                TestService.encode(Signatures.sha256(token))));
        change.accept(parts);
        Map<String, Object> header = new HashMap<>(parts);
        header.keySet().retainAll(List.of("typ", "alg", "jwk"));
        parts.keySet().removeAll(List.of("typ", "alg", "jwk"));
        String signed = TestService.encode(Json.write(header)) + "." + TestService.encode(Json.write(parts));
        try {
            byte[] signature = Signatures.sign(client.getPrivate(), signed.getBytes(StandardCharsets.US_ASCII));
            return signed + "." + TestService.encode(signature);
        } catch (GeneralSecurityException error) {
            throw new AssertionError(error);
        }
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

    @Test
    @DisplayName("a token that is bound to a key works with a proof for this request, and each proof works once")
    void proofs() {
        String token = token(Map.of("cnf", Map.of("jkt", thumbprint())));
        String proof = prove(token);
        assertTrue(admit("DPoP " + token, proof).isAdmitted());
        requireRejection(ErrorCode.TOKEN_WRONG_PROOF, admit("DPoP " + token, proof));
        assertTrue(admit("dpop " + token, prove(token, parts -> parts.put("htu", URI + "?x")))
                .isAdmitted());
    }

    @TestFactory
    @DisplayName("a proof for another request is rejected")
    Stream<DynamicTest> oddProofs() {
        String token = token(Map.of("cnf", Map.of("jkt", thumbprint())));
        Map<String, Object> other =
                TestService.toJwk("1", (ECPublicKey) TestService.newKey().getPublic());
        return Map.<String, String>ofEntries(
                        Map.entry("another key", prove(token, parts -> parts.put("jwk", other))),
                        Map.entry("a private key", prove(token, parts -> parts.put("jwk", privateJwk()))),
                        Map.entry("no key", prove(token, parts -> parts.remove("jwk"))),
                        Map.entry("two proofs", prove(token) + ", " + prove(token)),
                        Map.entry("another token", prove(token(Map.of()))),
                        Map.entry("no ID", prove(token, parts -> parts.remove("jti"))),
                        Map.entry("an empty ID", prove(token, parts -> parts.put("jti", ""))),
                        Map.entry("another method", prove(token, parts -> parts.put("htm", "GET"))),
                        Map.entry("another path", prove(token, parts -> parts.put("htu", URI + "/x"))),
                        Map.entry(
                                "another host",
                                prove(token, parts -> parts.put("htu", "https://evil.example/notes/mcp"))),
                        Map.entry("an old proof", prove(token, parts -> parts.put("iat", 1_799_999_699))),
                        Map.entry("a proof of the future", prove(token, parts -> parts.put("iat", 1_800_000_301))),
                        Map.entry("no time", prove(token, parts -> parts.remove("iat"))),
                        Map.entry("another type", prove(token, parts -> parts.put("typ", "JWT"))),
                        Map.entry("another algorithm", prove(token, parts -> parts.put("alg", "HS256"))),
                        Map.entry("a huge proof", prove(token, parts -> parts.put("x", "x".repeat(4_000)))),
                        Map.entry("text", "proof"))
                .entrySet()
                .stream()
                .map(one -> DynamicTest.dynamicTest(one.getKey(), () -> {
                    ResourceDecision decision = admit("DPoP " + token, one.getValue());
                    requireRejection(ErrorCode.TOKEN_WRONG_PROOF, decision);
                    String challenge = decision.rejection().headers().get("WWW-Authenticate");
                    assertTrue(challenge.startsWith("DPoP error=\"invalid_dpop_proof\""), challenge);
                    assertTrue(challenge.endsWith("algs=\"ES256 RS256\""), challenge);
                }));
    }

    @Test
    @DisplayName("a token that is bound to a key is rejected without a proof, and another token with one")
    void bindings() {
        String bound = token(Map.of("cnf", Map.of("jkt", thumbprint())));
        requireRejection(ErrorCode.TOKEN_WITHOUT_PROOF, admit("Bearer " + bound, prove(bound)));
        requireRejection(ErrorCode.TOKEN_WITHOUT_PROOF, admit("DPoP " + bound, null));
        String unbound = token(Map.of());
        requireRejection(ErrorCode.TOKEN_WRONG_PROOF, admit("DPoP " + unbound, prove(unbound)));
    }
}
