package io.github.thumbturn.server;

import static io.github.thumbturn.server.Vectors.requireCode;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.thumbturn.server.model.Webhook;
import io.github.thumbturn.server.model.WebhookEvent;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class WebhooksTest {
    @TestFactory
    Stream<DynamicTest> webhooks() {
        return Vectors.test("webhooks", one -> {
            JsonNode expected = one.get("expect");
            if (expected.has("code")) {
                requireCode(expected.get("code").asText(), () -> verify(one));
                return;
            }
            Webhook webhook = verify(one);
            assertEquals(expected.get("id").asText(), webhook.id());
            assertEquals(
                    Vectors.stream(expected.get("positions"))
                            .map(JsonNode::asLong)
                            .toList(),
                    webhook.events().stream().map(WebhookEvent::position).toList());
        });
    }

    private static Webhook verify(JsonNode one) {
        return WebhookVerifier.create(Vectors.texts(one.get("secrets")))
                .withClock(Vectors.clockAt(one))
                .verify(
                        name -> one.get("headers").path(name).textValue(),
                        one.get("body").asText().getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest(name = "\"{0}\"")
    @DisplayName("secrets that are none are rejected")
    @NullSource
    @ValueSource(strings = {"", "whsec_", "whsec_?", "whsec_AQEBAQEBAQE="})
    void oddSecrets(String secret) {
        requireCode(ErrorCode.INVALID_OPTIONS, () -> WebhookVerifier.create(secret));
        requireCode(ErrorCode.INVALID_OPTIONS, WebhookVerifier::create);
    }
}
