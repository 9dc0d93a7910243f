package io.github.thumbturn.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RejectionTest {
    @ParameterizedTest
    @DisplayName("a rejected token is challenged without the exact reason")
    @CsvSource({
        "TOKEN_MISSING, 401, Bearer",
        "TOKEN_EXPIRED, 401, Bearer error=\"invalid_token\"",
        "TOKEN_MISSING_SCOPE, 403, Bearer error=\"insufficient_scope\"",
        "TOKEN_WITHOUT_PASSKEY, 403, Bearer error=\"insufficient_scope\""
    })
    void challenges(ErrorCode code, int status, String challenge) {
        Rejection rejection = Rejection.of(new ThumbturnException(code, "a secret reason"));
        assertEquals(status, rejection.status());
        assertEquals(challenge, rejection.headers().get("WWW-Authenticate"));
        String msg = status == 403 ? "This token does not allow that" : "This needs a valid access token: sign in";
        assertEquals("{\"msg\":\"%s\",\"msgCode\":\"%s\"}".formatted(msg, code.value()), rejection.body());
        assertEquals("no-store", rejection.headers().get("Cache-Control"));
    }

    @Test
    @DisplayName("an outage doesn't sign users out")
    void outages() {
        var response = new ThumbturnException.Response(429, Duration.ofSeconds(7));
        Rejection limited = Rejection.of(new ThumbturnException(ErrorCode.RATE_LIMITED, "too many", response));
        assertEquals(503, limited.status());
        assertEquals("7", limited.headers().get("Retry-After"));
        Rejection down = Rejection.of(new ThumbturnException(ErrorCode.UNREACHABLE, "down"));
        assertEquals("5", down.headers().get("Retry-After"));
        assertEquals(
                "{\"msg\":\"Sign-ins cannot be verified right now: try again\",\"msgCode\":\"server_error\"}",
                down.body());
    }

    @ParameterizedTest(name = "\"{0}\"")
    @DisplayName("the token is read from the header in every spelling of its scheme")
    @CsvSource(
            value = {
                "Bearer a.b.c|a.b.c",
                "bearer  a.b.c |a.b.c",
                "BEARER a|a",
                "Basic a|''",
                "Bearer|''",
                "Bearer a b|''",
                "''|''",
                "Bearera|''"
            },
            delimiter = '|')
    void headers(String header, String token) {
        assertEquals(token, BearerToken.read(header));
        assertEquals("", BearerToken.read(null));
    }
}
