package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** An OpenAPI document of the repository. */
record Contract(JsonNode document) {
    private static final Path SCRIPT = Path.of("../../../scripts/test/sdks/contract.mjs");
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    /** Node converts the document, so a machine without it skips the test. */
    static Contract read(String api) {
        Assumptions.assumeTrue(Files.exists(SCRIPT), "The contract is in the repository only");
        try {
            Process node = new ProcessBuilder("node", SCRIPT.toString(), api)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return new Contract(Json.parse(node.getInputStream().readAllBytes()));
        } catch (IOException error) {
            if (System.getenv("THUMBTURN_URL") != null) throw new UncheckedIOException(error);
            return Assumptions.abort("Node is missing, which converts the contract");
        }
    }

    record Operation(String method, String path, JsonNode description) {
        String id() {
            return description.get("operationId").asText();
        }

        boolean takesApiKey() {
            return Vectors.stream(description.path("security")).anyMatch(scheme -> scheme.has("apiKey"));
        }

        JsonNode request() {
            return schemaOf(description.path("requestBody"));
        }

        JsonNode response() {
            return description.get("responses").properties().stream()
                    .filter(entry -> entry.getKey().startsWith("2"))
                    .map(entry -> schemaOf(entry.getValue()))
                    .findFirst()
                    .orElseThrow();
        }

        /** A missing node without content. */
        private static JsonNode schemaOf(JsonNode content) {
            return content.path("content").path("application/json").path("schema");
        }
    }

    Stream<Operation> operations() {
        return document.get("paths").properties().stream()
                .flatMap(path -> path.getValue().properties().stream()
                        .map(found -> new Operation(found.getKey().toUpperCase(), path.getKey(), found.getValue())));
    }

    Operation find(String id) {
        return operations()
                .filter(one -> one.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(id));
    }

    /** A value for every field of a schema but those without a use for backends; null without a schema. */
    JsonNode sample(JsonNode schema, List<String> omitted) {
        if (schema.isMissingNode()) return null;
        JsonNode sample = sample(schema);
        ((ObjectNode) sample).remove(omitted);
        return sample;
    }

    private JsonNode sample(JsonNode schema) {
        if (schema.has("$ref")) {
            String reference = schema.get("$ref").asText();
            String name = reference.substring(reference.lastIndexOf('/') + 1);
            return sample(document.at("/components/schemas/" + name));
        }
        for (String alternatives : List.of("anyOf", "oneOf"))
            if (schema.has(alternatives)) return sample(schema.get(alternatives).get(0));
        if (schema.has("const")) return schema.get("const");
        if (schema.has("enum")) return schema.get("enum").get(0);
        JsonNode type = schema.path("type");
        return sampleType(schema, type.isArray() ? type.get(0).asText() : type.asText());
    }

    private JsonNode sampleType(JsonNode schema, String type) {
        return switch (type) {
            case "object" -> sampleObject(schema);
            case "array" -> new ArrayNode(NODES).add(sample(schema.get("items")));
            case "integer", "number" -> NODES.numberNode(7);
            case "boolean" -> NODES.booleanNode(true);
            default ->
                NODES.textNode(
                        schema.path("format").asText().equals("date-time") ? "2026-01-02T03:04:05.678Z" : "text");
        };
    }

    private JsonNode sampleObject(JsonNode schema) {
        ObjectNode result = NODES.objectNode();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties())
            result.set(property.getKey(), sample(property.getValue()));
        if (result.isEmpty() && schema.has("additionalProperties")) result.put("custom", "text");
        return result;
    }
}
