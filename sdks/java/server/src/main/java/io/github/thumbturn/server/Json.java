package io.github.thumbturn.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;

/** JSON as the service writes it: unknown fields are skipped, and no value is converted to another type. */
final class Json {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .withCoercionConfig(LogicalType.Textual, config -> {
                for (var shape : new CoercionInputShape[] {
                    CoercionInputShape.Integer, CoercionInputShape.Float, CoercionInputShape.Boolean
                }) config.setCoercion(shape, CoercionAction.Fail);
            })
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, new InstantSerializer())
                    .addDeserializer(Instant.class, new InstantDeserializer()))
            .build();

    private Json() {}

    /** Null if this isn't JSON. */
    static JsonNode parse(byte[] text) {
        try {
            JsonNode node = MAPPER.readTree(text);
            return node.isMissingNode() ? null : node;
        } catch (IOException error) {
            return null;
        }
    }

    static <T> T read(JsonNode node, Class<T> type) throws JsonProcessingException {
        return MAPPER.treeToValue(node, type);
    }

    static byte[] write(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException error) {
            throw new ThumbturnException(ErrorCode.INVALID_REQUEST, "The arguments can't be written as JSON", error);
        }
    }

    static String writeText(Object value) {
        return new String(write(value), StandardCharsets.UTF_8);
    }

    /** Times of the API are in RFC 3339. */
    private static final class InstantSerializer extends JsonSerializer<Instant> {
        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeString(value.toString());
        }
    }

    private static final class InstantDeserializer extends JsonDeserializer<Instant> {
        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            String text = in.getValueAsString("");
            try {
                return Instant.parse(text);
            } catch (DateTimeException error) {
                return (Instant) context.handleWeirdStringValue(Instant.class, text, "not a time of RFC 3339");
            }
        }
    }
}
