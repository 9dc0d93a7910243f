package io.github.thumbturn.server;

import static io.github.thumbturn.server.Vectors.requireCode;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest {
    @ParameterizedTest(name = "\"{0}\"")
    @DisplayName("addresses that are none are rejected")
    @NullSource
    @ValueSource(
            strings = {
                "",
                "localhost:4300",
                "ftp://localhost",
                "http://",
                "http://a?b",
                "http://a#b",
                "http://user@a",
                "/apps/a"
            })
    void oddAddresses(String baseUrl) {
        requireCode(
                ErrorCode.INVALID_OPTIONS,
                () -> Thumbturn.builder(baseUrl).appId("shop").build());
    }

    @Test
    @DisplayName("the application is in the address or in appId")
    void applications() {
        requireCode(
                ErrorCode.INVALID_OPTIONS, () -> Thumbturn.builder("http://a").build());
        requireCode(
                ErrorCode.INVALID_OPTIONS,
                () -> Thumbturn.builder("http://a/apps/shop").appId("bank").build());
        assertEquals("shop", Thumbturn.builder("http://a/apps/shop/").build().appId());
        assertEquals("shop", Thumbturn.builder("http://a").appId("shop").build().appId());
    }

    @Test
    @DisplayName("issuers are the forms in which the service names the application")
    void issuers() {
        assertEquals(
                List.of("https://a/apps/shop", "https://a"),
                Thumbturn.builder("HTTPS://A:443/apps/shop").toSettings().issuers());
        assertEquals(
                List.of("https://shop.a/apps/shop", "https://shop.a", "https://a/apps/shop"),
                Thumbturn.builder("https://shop.a").appId("shop").toSettings().issuers());
        assertEquals(
                List.of("https://b"),
                Thumbturn.builder("https://a/apps/shop")
                        .issuer("https://b/")
                        .toSettings()
                        .issuers());
    }

    @Test
    @DisplayName("keys are trimmed, and rejected with characters that no key has")
    void keys() {
        assertEquals(
                "ttk_1",
                Thumbturn.builder("http://a/apps/b")
                        .apiKey(" ttk_1\r\n")
                        .toSettings()
                        .keys()
                        .api());
        for (String key : List.of("a b", "a\nb", "ä"))
            requireCode(
                    ErrorCode.INVALID_OPTIONS,
                    () -> Thumbturn.builder("http://a/apps/b").adminKey(key).build());
    }

    @Test
    @DisplayName("limits have limits")
    void limits() {
        ThumbturnBuilder builder = Thumbturn.builder("http://a/apps/b");
        requireCode(
                ErrorCode.INVALID_OPTIONS, () -> builder.timeout(Duration.ZERO).build());
        builder.timeout(Duration.ofSeconds(1));
        requireCode(
                ErrorCode.INVALID_OPTIONS,
                () -> builder.clockTolerance(Duration.ofSeconds(301)).build());
        requireCode(
                ErrorCode.INVALID_OPTIONS,
                () -> builder.clockTolerance(Duration.ofSeconds(-1)).build());
    }

    @Test
    @DisplayName("null is no value of an option that has a default")
    void nulls() {
        ThumbturnBuilder builder = Thumbturn.builder("http://a/apps/b");
        ResourceBuilder resource = ProtectedResource.builder("https://a/apps/b", "https://c/d");
        IntrospectionOptions introspection = IntrospectionOptions.of("notes-server", "secret");
        Stream.<ThrowingSupplier<?>>of(
                        () -> Thumbturn.builder("http://a/apps/b").timeout(null).build(),
                        () -> Thumbturn.builder("http://a/apps/b")
                                .clockTolerance(null)
                                .build(),
                        () -> builder.clock(null).build(),
                        () -> resource.scopes("notes:read", null),
                        () -> resource.scopesSupported((String[]) null),
                        () -> resource.impliedScopes(null),
                        () -> resource.impliedScopes(Collections.singletonMap("notes:write", null)),
                        () -> resource.impliedScopes(Collections.singletonMap(null, List.of())),
                        () -> resource.timeout(null).build(),
                        () -> introspection.withCacheTime(null),
                        () -> IntrospectionOptions.of(null, "secret"),
                        () -> IntrospectionOptions.of("notes-server", null),
                        () -> VerifyOptions.scopes("passkey:read", null),
                        () -> new VerifyOptions(null, true),
                        () -> WebhookVerifier.create((String[]) null),
                        () -> WebhookVerifier.create("whsec_MDEyMzQ1Njc4OWFiY2RlZg==")
                                .withClock(null))
                .forEach(create -> requireCode(ErrorCode.INVALID_OPTIONS, create));
    }

    @Test
    @DisplayName("an empty issuer is that of the address, like an environment variable that is empty")
    void emptyIssuer() {
        assertEquals(
                List.of("https://a/apps/shop", "https://a"),
                Thumbturn.builder("https://a/apps/shop").issuer("").toSettings().issuers());
    }

    @Test
    @DisplayName("a client that follows redirects is rejected")
    void redirects() {
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        requireCode(
                ErrorCode.INVALID_OPTIONS,
                () -> Thumbturn.builder("http://a/apps/b").httpClient(client).build());
    }
}
