package io.github.thumbturn.spring.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.springframework.security.test.web.servlet.setup.SecurityMockMvcConfigurers.springSecurity;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.content;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.header;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import io.github.thumbturn.server.AccessClaims;
import io.github.thumbturn.server.ErrorCode;
import io.github.thumbturn.server.TestService;
import jakarta.servlet.http.Cookie;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockServletContext;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockHttpServletRequestBuilder;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

class ThumbturnSecurityTest {
    private static final String MISSING =
            "{\"msg\":\"This needs a valid access token: sign in\",\"msgCode\":\"token_missing\"}";

    private final TestService service = new TestService();
    private final List<ErrorCode> rejections = new ArrayList<>();
    private AnnotationConfigWebApplicationContext context;
    private MockMvc mvc;

    @BeforeEach
    void start() {
        start(ThumbturnSecurity.of(service.client().build()));
    }

    private void start(ThumbturnSecurity security) {
        context = new AnnotationConfigWebApplicationContext();
        context.setServletContext(new MockServletContext());
        security.onRejected((request, error) -> rejections.add(error.code()));
        context.addBeanFactoryPostProcessor(factory -> factory.registerSingleton("security", security));
        context.register(Application.class, Controller.class);
        context.refresh();
        mvc = MockMvcBuilders.webAppContextSetup(context)
                .apply(springSecurity())
                .build();
    }

    @AfterEach
    void stop() {
        context.close();
        service.close();
    }

    @Configuration
    @EnableWebMvc
    @EnableWebSecurity
    static class Application {
        @Bean
        SecurityFilterChain chain(HttpSecurity http, ThumbturnSecurity security) throws Exception {
            return http.authorizeHttpRequests(rules -> rules.requestMatchers("/public")
                            .permitAll()
                            .requestMatchers("/passkey")
                            .hasAuthority(ThumbturnAuthentication.PASSKEY)
                            .requestMatchers("/write")
                            .hasAuthority("SCOPE_user:write")
                            .anyRequest()
                            .authenticated())
                    .with(security, configurer -> {})
                    .build();
        }
    }

    @RestController
    static class Controller {
        @GetMapping({"/me", "/passkey", "/write"})
        String show(@AuthenticationPrincipal AccessClaims claims) {
            return claims.username();
        }

        @GetMapping("/public")
        String showAnyone(@AuthenticationPrincipal AccessClaims claims) {
            return claims == null ? "anonymous" : claims.username();
        }

        @GetMapping("/later")
        Callable<String> showLater() {
            return () -> SecurityContextHolder.getContext().getAuthentication().getName();
        }

        @PostMapping("/change")
        String change() {
            return "changed";
        }
    }

    private static MockHttpServletRequestBuilder withToken(MockHttpServletRequestBuilder request, String token) {
        return request.header("Authorization", "Bearer " + token);
    }

    @Test
    @DisplayName("a user with a valid token is admitted, and is the principal")
    void admission() throws Exception {
        mvc.perform(withToken(get("/me"), service.token()))
                .andExpect(status().isOk())
                .andExpect(content().string("ada"));
        assertNull(SecurityContextHolder.getContext().getAuthentication());
    }

    @Test
    @DisplayName("a request without a token is challenged, and creates no session")
    void missingTokens() throws Exception {
        var result = mvc.perform(get("/me"))
                .andExpect(status().isUnauthorized())
                .andExpect(header().string("WWW-Authenticate", "Bearer"))
                .andExpect(header().string("Cache-Control", "no-store"))
                .andExpect(content().contentType("application/json; charset=utf-8"))
                .andExpect(content().string(MISSING))
                .andReturn();
        assertNull(result.getRequest().getSession(false));
    }

    @Test
    @DisplayName("a token that isn't valid is rejected everywhere, and its reason is logged")
    void invalidTokens() throws Exception {
        String grant = service.token(Map.of("tokenType", "grant"));
        for (String path : List.of("/me", "/public"))
            mvc.perform(withToken(get(path), grant))
                    .andExpect(status().isUnauthorized())
                    .andExpect(header().string("WWW-Authenticate", "Bearer error=\"invalid_token\""));
        assertEquals(List.of(ErrorCode.TOKEN_WRONG_TYPE, ErrorCode.TOKEN_WRONG_TYPE), rejections);
    }

    @Test
    @DisplayName("a public page knows the user, if there is one")
    void publicPages() throws Exception {
        mvc.perform(get("/public")).andExpect(content().string("anonymous"));
        mvc.perform(withToken(get("/public"), service.token()))
                .andExpect(content().string("ada"));
    }

    @Test
    @DisplayName("a token without the authority is forbidden")
    void authorities() throws Exception {
        mvc.perform(withToken(get("/write"), service.token()))
                .andExpect(status().isForbidden())
                .andExpect(header().string("WWW-Authenticate", "Bearer error=\"insufficient_scope\""))
                .andExpect(content()
                        .string("{\"msg\":\"This token does not allow that\",\"msgCode\":\"token_missing_scope\"}"));
        mvc.perform(withToken(get("/write"), service.token(Map.of("scopes", List.of("user:write")))))
                .andExpect(status().isOk());
    }

    @Test
    @DisplayName("a sign-in without a passkey isn't enough where a passkey is required")
    void passkeys() throws Exception {
        mvc.perform(withToken(get("/passkey"), service.token()))
                .andExpect(status().isForbidden())
                .andExpect(content()
                        .string("{\"msg\":\"This token does not allow that\",\"msgCode\":\"token_without_passkey\"}"));
        mvc.perform(withToken(get("/passkey"), service.token(Map.of("credID", "key-1"))))
                .andExpect(status().isOk());
    }

    @Test
    @DisplayName("an outage is no rejection")
    void outages() throws Exception {
        service.respond(exchange -> TestService.send(exchange, 502, ""));
        mvc.perform(withToken(get("/me"), service.token()))
                .andExpect(status().isServiceUnavailable())
                .andExpect(header().string("Retry-After", "5"))
                .andExpect(header().doesNotExist("WWW-Authenticate"));
        assertEquals(List.of(ErrorCode.SERVER_ERROR), rejections);
    }

    @Test
    @DisplayName("an interrupted thread is no rejection")
    void interruption() throws Exception {
        Thread.currentThread().interrupt();
        mvc.perform(withToken(get("/me"), service.token())).andExpect(status().isServiceUnavailable());
        assertEquals(true, Thread.interrupted());
    }

    @Test
    @DisplayName("a request with a token in the header needs no CSRF token, and others do")
    void forgery() throws Exception {
        mvc.perform(withToken(post("/change"), service.token())).andExpect(status().isOk());
        mvc.perform(post("/change")).andExpect(status().isForbidden());
        mvc.perform(post("/change").header("Authorization", "Basic YTpi")).andExpect(status().isForbidden());
    }

    @Test
    @DisplayName("a cookie is read only by its name, and needs a CSRF token")
    void cookies() throws Exception {
        Cookie cookie = new Cookie("token", service.token());
        mvc.perform(get("/me").cookie(cookie)).andExpect(status().isUnauthorized());
        start(ThumbturnSecurity.of(service.client().build()).cookie("token"));
        mvc.perform(get("/me").cookie(cookie)).andExpect(status().isOk());
        mvc.perform(get("/me").cookie(new Cookie("other", service.token()))).andExpect(status().isUnauthorized());
        mvc.perform(post("/change").cookie(cookie)).andExpect(status().isForbidden());
    }

    @Test
    @DisplayName("a token that the service rejects is rejected if it is verified remotely")
    void remoteVerification() throws Exception {
        String token = service.token();
        mvc.perform(withToken(get("/me"), token)).andExpect(status().isOk());
        start(ThumbturnSecurity.of(service.client().build()).remotely());
        service.respond(exchange -> {
            if (exchange.getRequestMethod().equals("GET")) service.sendKeys(exchange);
            else TestService.send(exchange, 401, "{\"msg\":\"The user was deleted\",\"msgCode\":\"UNAUTHORIZED\"}");
        });
        mvc.perform(withToken(get("/me"), token)).andExpect(status().isUnauthorized());
        assertEquals(List.of(ErrorCode.TOKEN_REJECTED), rejections);
    }

    @Test
    @DisplayName("the user stays for asynchronous dispatches of the request, but not for the next one")
    void dispatches() throws Exception {
        var started = mvc.perform(withToken(get("/later"), service.token())).andReturn();
        mvc.perform(MockMvcRequestBuilders.asyncDispatch(started))
                .andExpect(content().string("ada-id"));
        mvc.perform(get("/me")).andExpect(status().isUnauthorized());
    }
}
