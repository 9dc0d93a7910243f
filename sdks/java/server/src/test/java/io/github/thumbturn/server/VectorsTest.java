package io.github.thumbturn.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class VectorsTest {
    @TestFactory
    @DisplayName("tokens of the vectors")
    Stream<DynamicTest> tokens() {
        return Vectors.test("tokens", one -> Vectors.expect(one, () -> verify(one)));
    }

    private static Claims verify(JsonNode one) {
        Thumbturn client = Vectors.client(one);
        String token = one.get("token").asText();
        JsonNode options = one.path("options");
        boolean passkey = options.path("passkey").asBoolean();
        if (options.path("type").asText().equals("idToken")) {
            Duration maxAge = options.has("maxAge")
                    ? Duration.ofSeconds(options.get("maxAge").asLong())
                    : null;
            return client.verifyIdToken(token, new VerifyIdOptions(passkey, maxAge));
        }
        VerifyOptions scopes = VerifyOptions.scopes(Vectors.texts(options.path("scopes")));
        return client.verifyToken(token, passkey ? scopes.withPasskey() : scopes);
    }

    @TestFactory
    @DisplayName("transactions of the vectors")
    Stream<DynamicTest> transactions() {
        return Vectors.test(
                "transactions",
                one -> Vectors.expect(one, () -> {
                    JsonNode expected = one.get("expected");
                    ExpectedTransaction transaction = new ExpectedTransaction(
                            expected.get("payload").asText(),
                            expected.get("nonce").asText(),
                            expected.path("userId").textValue());
                    return Vectors.client(one)
                            .verifyTransaction(one.get("token").asText(), transaction);
                }));
    }

    @TestFactory
    @DisplayName("payloads of the vectors")
    Stream<DynamicTest> payloads() {
        return Vectors.test(
                "payloads",
                one -> Vectors.expect(one, () -> {
                    JsonNode expected = one.get("expected");
                    ExpectedPayload payload = new ExpectedPayload(
                            expected.get("payload").asText(),
                            expected.path("userId").textValue());
                    return Vectors.client(one).verifyPayload(one.get("token").asText(), payload);
                }));
    }
}
