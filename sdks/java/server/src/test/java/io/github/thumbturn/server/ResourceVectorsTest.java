package io.github.thumbturn.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class ResourceVectorsTest {
    private static final ObjectNode NO_CHANGES = JsonNodeFactory.instance.objectNode();

    private static ResourceBuilder builder(JsonNode changes) {
        ObjectNode options = (ObjectNode) Vectors.read().at("/resource/options");
        options.setAll((ObjectNode) changes);
        ResourceBuilder builder = ProtectedResource.builder(
                        options.get("issuer").asText(), options.get("resource").asText())
                .scopes(Vectors.texts(options.get("scopes")))
                .scopesSupported(Vectors.texts(options.get("scopesSupported")))
                .impliedScopes(readImplied(options.get("impliedScopes")))
                .name(options.get("name").asText())
                .documentation(options.get("documentation").asText());
        if (options.has("baseUrl")) builder.baseUrl(options.get("baseUrl").asText());
        if (options.has("introspection")) builder.introspection(readIntrospection(options.get("introspection")));
        return builder;
    }

    private static Map<String, List<String>> readImplied(JsonNode implied) {
        return implied.properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, one -> List.of(Vectors.texts(one.getValue()))));
    }

    private static IntrospectionOptions readIntrospection(JsonNode given) {
        IntrospectionOptions options = IntrospectionOptions.of(
                given.path("clientId").asText("notes-server"),
                given.path("clientSecret").asText("secret"));
        if (given.path("duringOutage").asText().equals("accept")) options = options.withOutageAccepted();
        JsonNode seconds = given.path("cacheSeconds");
        return seconds.isMissingNode() ? options : options.withCacheTime(Duration.ofSeconds(seconds.asLong()));
    }

    /** A service that has the keys of the vectors, and is asked about a token only if the case has a response. */
    private static FakeHttpClient service(JsonNode response) {
        JsonNode resource = Vectors.read().get("resource");
        return new FakeHttpClient(request -> {
            String url = request.uri().toString();
            if (url.equals(resource.get("keySetUrl").asText()))
                return FakeHttpClient.Reply.json(resource.get("keys").toString());
            assertEquals(resource.get("introspectionUrl").asText(), url);
            assertTrue(response.isObject(), "the service is asked about the token");
            return new FakeHttpClient.Reply(
                    response.get("status").asInt(),
                    readHeaders(response.get("headers")),
                    response.get("body").asText());
        });
    }

    private static Map<String, String> readHeaders(JsonNode headers) {
        return headers.properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, one -> one.getValue().asText()));
    }

    @TestFactory
    @DisplayName("requests of the vectors")
    Stream<DynamicTest> requests() {
        return Vectors.test("resources", one -> {
            ResourceDecision decision =
                    create(one).admit(readRequest(one.get("request")), Vectors.texts(one.path("scopes")));
            JsonNode expected = one.get("expect");
            if (expected.has("access")) requireAccess(expected.get("access"), decision);
            else requireRejection(expected, decision);
        });
    }

    /** The resource of a case. */
    static ProtectedResource create(JsonNode one) {
        ObjectNode options = NO_CHANGES.deepCopy();
        if (one.has("introspection")) options.set("introspection", one.get("introspection"));
        return builder(options)
                .clock(Vectors.clockAt(one))
                .httpClient(service(one.at("/introspection/response")))
                .build();
    }

    private static ResourceRequest readRequest(JsonNode request) {
        return new ResourceRequest(
                request.get("method").asText(),
                request.get("path").asText(),
                request.path("authorization").textValue(),
                request.path("dpop").textValue());
    }

    private static void requireAccess(JsonNode expected, ResourceDecision decision) {
        assertNull(decision.error());
        ResourceAccess access = decision.access();
        assertEquals(expected.get("clientId").asText(), access.clientId());
        assertEquals(expected.path("userId").textValue(), access.userId());
        assertEquals(List.of(Vectors.texts(expected.get("scopes"))), access.scopes());
        assertEquals(expected.get("expiresAt").asLong(), access.expiresAt().getEpochSecond());
    }

    private static void requireRejection(JsonNode expected, ResourceDecision decision) {
        assertNull(decision.access());
        String message = decision.error().getMessage();
        assertEquals(expected.get("code").asText(), decision.error().code().value(), message);
        requireResponse(expected, decision.rejection());
    }

    private static void requireResponse(JsonNode expected, ResourceResponse response) {
        assertEquals(expected.get("status").asInt(), response.status());
        Map<String, String> headers = response.headers().entrySet().stream()
                .collect(Collectors.toMap(one -> one.getKey().toLowerCase(Locale.ROOT), Map.Entry::getValue));
        assertEquals(readHeaders(expected.get("headers")), headers);
        JsonNode body = expected.get("body");
        JsonNode actual = Json.parse(response.body().getBytes(StandardCharsets.UTF_8));
        assertEquals(body.isNull() ? null : body, actual);
    }

    @TestFactory
    @DisplayName("requests for metadata of the vectors")
    Stream<DynamicTest> metadata() {
        return Vectors.test("resourceMetadata", one -> {
            Optional<ResourceResponse> response = builder(NO_CHANGES)
                    .build()
                    .describe(one.get("method").asText(), one.get("path").asText());
            JsonNode expected = one.get("expect");
            if (expected.isNull()) assertEquals(Optional.empty(), response);
            else requireResponse(expected, response.orElseThrow());
        });
    }

    @TestFactory
    @DisplayName("options of the vectors")
    Stream<DynamicTest> options() {
        return Vectors.test("resourceOptions", one -> {
            JsonNode expected = one.get("expect");
            JsonNode options = one.get("options");
            if (expected.has("code"))
                Vectors.requireCode(
                        expected.get("code").asText(), () -> builder(options).build());
            else
                assertEquals(
                        expected.get("metadataUrl").asText(),
                        builder(options).build().metadataUrl());
        });
    }
}
