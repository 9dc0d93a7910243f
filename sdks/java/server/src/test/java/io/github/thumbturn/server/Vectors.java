package io.github.thumbturn.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** The cases that every SDK judges alike; sdks/vectors/README.md describes them. */
final class Vectors {
    private static final Path FILE = Path.of("../../vectors/vectors.json");

    private Vectors() {}

    static JsonNode read() {
        Assumptions.assumeTrue(Files.exists(FILE), "The shared vectors are in the repository only");
        try {
            return Json.parse(Files.readAllBytes(FILE));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    /** A test for each case of a part. */
    static Stream<DynamicTest> test(String part, Consumer<JsonNode> test) {
        return stream(read().get(part))
                .map(one -> DynamicTest.dynamicTest(one.get("name").asText(), () -> test.accept(one)));
    }

    static Stream<JsonNode> stream(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }

    static String[] texts(JsonNode list) {
        return stream(list).map(JsonNode::asText).toArray(String[]::new);
    }

    static Clock clockAt(JsonNode one) {
        return Clock.fixed(Instant.ofEpochSecond(one.get("at").asLong()), ZoneOffset.UTC);
    }

    /** A client whose service responds with the keys of the vectors. */
    static Thumbturn client(JsonNode one) {
        JsonNode application = read().get("application");
        return Thumbturn.builder(application.get("baseUrl").asText())
                .appId(application.get("appId").asText())
                .clock(clockAt(one))
                .httpClient(new FakeHttpClient(request -> {
                    assertEquals(
                            application.get("keySetUrl").asText(), request.uri().toString());
                    return FakeHttpClient.Reply.json(application.get("keys").toString());
                }))
                .build();
    }

    /** Compares an outcome with what a case expects: claims, which can be a part of the actual ones, or a code. */
    static void expect(JsonNode one, ThrowingSupplier<Object> outcome) {
        JsonNode expected = one.get("expect");
        if (expected.has("code")) {
            requireCode(expected.get("code").asText(), outcome);
            return;
        }
        try {
            JsonNode actual = Json.parse(Json.write(outcome.get()));
            for (Map.Entry<String, JsonNode> claim : expected.get("claims").properties())
                assertEquals(claim.getValue(), actual.get(claim.getKey()), claim.getKey());
        } catch (Throwable error) {
            throw new AssertionError(error);
        }
    }

    static ThumbturnException requireCode(String code, ThrowingSupplier<?> outcome) {
        ThumbturnException error = assertThrows(ThumbturnException.class, outcome::get);
        assertEquals(code, error.code().value(), error.getMessage());
        return error;
    }

    static ThumbturnException requireCode(ErrorCode code, ThrowingSupplier<?> outcome) {
        return requireCode(code.value(), outcome);
    }
}
