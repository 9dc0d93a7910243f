package io.github.thumbturn.server;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import java.io.IOException;
import java.time.Instant;

/** Times in tokens: seconds since 1970, which can have fractions (RFC 7519 §2). */
final class NumericDate {
    /** The year 9999. */
    private static final double MAX_SECONDS = 253_402_300_799.0;

    private NumericDate() {}

    static Instant toInstant(double seconds) {
        return Instant.ofEpochMilli(Math.round(Math.max(0, Math.min(seconds, MAX_SECONDS)) * 1000));
    }

    static final class Reader extends JsonDeserializer<Instant> {
        @Override
        public Instant deserialize(JsonParser in, DeserializationContext context) throws IOException {
            return toInstant(in.getDoubleValue());
        }
    }

    static final class Writer extends JsonSerializer<Instant> {
        @Override
        public void serialize(Instant value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeNumber(value.getEpochSecond());
        }
    }
}
