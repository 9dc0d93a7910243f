package io.github.thumbturn.server;

import static io.github.thumbturn.server.Vectors.requireCode;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.thumbturn.server.model.BackendSession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shared vectors can't say, because it depends on how Java reads tokens. */
class TokensTest {
    private static final String HEADER = "{\"alg\":\"ES256\",\"kid\":\"first\"}";

    private final TestService service = new TestService();
    private final Thumbturn client = service.client().build();

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    @DisplayName("claims have Java's types")
    void types() {
        AccessClaims claims = client.verifyToken(service.token(Map.of("credID", "key-1", "epoch", 2)));
        assertEquals(Instant.ofEpochSecond(1_800_000_600), claims.expiresAt());
        assertEquals(new BackendSession("ada-id", 2, "key-1"), claims.toSession());
    }

    @Test
    @DisplayName("a session without a passkey names the passkey of the device that showed the code")
    void sessions() {
        AccessClaims claims = client.verifyToken(service.token(Map.of("via", "key-2", "amr", List.of("otp"))));
        assertEquals(new BackendSession("ada-id", null, "key-2"), claims.toSession());
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("headers that aren't understood are malformed")
    @ValueSource(
            strings = {
                "{\"alg\":\"ES256\",\"kid\":\"first\",\"crit\":[\"b64\"],\"b64\":false}",
                "{\"alg\":\"ES256\",\"kid\":1}",
                "{\"alg\":\"ES256\",\"Kid\":\"first\"}",
                "[\"ES256\"]"
            })
    void oddHeaders(String header) {
        String token = service.signText(header, Json.writeText(service.claims(Map.of())));
        requireCode(ErrorCode.TOKEN_MALFORMED, () -> client.verifyToken(token));
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("claims of another type are malformed")
    @ValueSource(
            strings = {
                "\"exp\":\"1800000600\"",
                "\"exp\":null",
                "\"exp\":1e999",
                "\"iat\":true",
                "\"iat\":-1",
                "\"nbf\":\"1\"",
                "\"sub\":5",
                "\"username\":true",
                "\"scopes\":\"user:read\"",
                "\"scopes\":[1]",
                "\"scopes\":[\"\"]",
                "\"credID\":5",
                "\"epoch\":\"1\"",
                "\"amr\":[1]"
            })
    void oddClaims(String claim) {
        // The last of two equal names counts.
        String text = Json.writeText(service.claims(Map.of())).replaceFirst("}$", "," + claim + "}");
        requireCode(ErrorCode.TOKEN_MALFORMED, () -> client.verifyToken(service.signText(HEADER, text)));
    }

    @Test
    @DisplayName("names of claims are compared exactly")
    void names() {
        String text = Json.writeText(service.claims(Map.of())).replace("\"tokenType\"", "\"tokentype\"");
        requireCode(ErrorCode.TOKEN_WRONG_TYPE, () -> client.verifyToken(service.signText(HEADER, text)));
    }

    @Test
    @DisplayName("a token has one spelling")
    void spelling() {
        String token = service.token();
        client.verifyToken(token);
        char last = token.charAt(token.length() - 1);
        // The last character of 64 bytes has four bits that decoders ignore.
        String other = token.substring(0, token.length() - 1) + (char) (last == 'Z' ? 'Y' : last + 1);
        requireCode(ErrorCode.TOKEN_MALFORMED, () -> client.verifyToken(other));
        for (String text : List.of(token + "=", token + "\n", " " + token, token + ".", token.replace('.', ' ')))
            requireCode(ErrorCode.TOKEN_MALFORMED, () -> client.verifyToken(text));
    }

    @Test
    @DisplayName("signatures with numbers outside of the range are rejected before Java sees them")
    void signatureRange() {
        String token = service.token();
        String signed = token.substring(0, token.lastIndexOf('.') + 1);
        byte[] order = PublicJwk.P256.getOrder().toByteArray();
        byte[] outside = new byte[64];
        System.arraycopy(order, 1, outside, 0, 32);
        outside[63] = 1;
        List<byte[]> signatures = new ArrayList<>(List.of(new byte[64], new byte[63], new byte[72], outside));
        for (byte[] signature : signatures) {
            String forged = signed + TestService.encode(signature);
            requireCode(ErrorCode.TOKEN_BAD_SIGNATURE, () -> client.verifyToken(forged));
        }
    }

    @Test
    @DisplayName("a clock that is ahead is named instead of the token")
    void clockAhead() {
        String token = service.token();
        Thumbturn ahead = service.clientWithServerTime()
                .clock(java.time.Clock.offset(service.clock(), Duration.ofMinutes(11)))
                .build();
        ThumbturnException error = requireCode(ErrorCode.CLOCK_OFF, () -> ahead.verifyToken(token));
        assertFalse(error.isTokenRejected());
        assertTrue(error.getMessage().contains("660 s ahead of the service's"), error.getMessage());
    }

    @Test
    @DisplayName("the age of a cached key set isn't taken for a clock that is off")
    void cachedKeySet() {
        String token = service.token(Map.of("exp", service.clock().instant().getEpochSecond() + 100));
        Thumbturn cached = service.clientWithServerTime(Map.of("age", "290"))
                .clock(java.time.Clock.offset(service.clock(), Duration.ofSeconds(290)))
                .build();
        requireCode(ErrorCode.TOKEN_EXPIRED, () -> cached.verifyToken(token));
    }

    @Test
    @DisplayName("a clock that is behind is named instead of the token")
    void clockBehind() {
        String token = service.token();
        Thumbturn behind = service.clientWithServerTime()
                .clock(java.time.Clock.offset(service.clock(), Duration.ofSeconds(-60)))
                .build();
        ThumbturnException error = requireCode(ErrorCode.CLOCK_OFF, () -> behind.verifyToken(token));
        assertTrue(error.getMessage().contains("60 s behind the service's"), error.getMessage());
    }

    @Test
    @DisplayName("an expired token says how long ago it expired")
    void expiry() {
        String token = service.token();
        service.advance(Duration.ofSeconds(700));
        Thumbturn later = service.clientWithServerTime().build();
        ThumbturnException error = requireCode(ErrorCode.TOKEN_EXPIRED, () -> later.verifyToken(token));
        assertEquals("The token expired 100 s ago: let the user sign in again, or refresh it", error.getMessage());
    }

    @Test
    @DisplayName("claims of other services are cut to one short line")
    void quotes() {
        String token = service.token(Map.of("aud", "a\n".repeat(1000)));
        ThumbturnException error = requireCode(ErrorCode.TOKEN_WRONG_AUDIENCE, () -> client.verifyToken(token));
        assertFalse(error.getMessage().contains("\n"));
        assertTrue(error.getMessage().length() < 200);
    }

    @Test
    @DisplayName("a user ID that is missing by mistake doesn't accept every user")
    void missingUsers() {
        for (String userId : new String[] {null, ""}) {
            requireCode(
                    ErrorCode.INVALID_OPTIONS,
                    () -> ExpectedTransaction.of("Pay", "1").byUser(userId));
            requireCode(
                    ErrorCode.INVALID_OPTIONS, () -> ExpectedPayload.of("Pay").byUser(userId));
        }
    }
}
