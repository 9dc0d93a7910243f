package io.github.thumbturn.server;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** A body of a request that isn't JSON, but has the form of a query. */
record FormBody(Map<String, String> fields) {
    byte[] toBytes() {
        String text = fields.entrySet().stream()
                .map(field -> Urls.encode(field.getKey()) + "=" + Urls.encode(field.getValue()))
                .collect(Collectors.joining("&"));
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
