package io.github.thumbturn.spring.security;

import io.github.thumbturn.server.Thumbturn;
import io.github.thumbturn.server.ThumbturnException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.function.BiConsumer;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.config.annotation.web.configurers.ExceptionHandlingConfigurer;
import org.springframework.security.config.annotation.web.configurers.FormLoginConfigurer;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.savedrequest.NullRequestCache;
import org.springframework.security.web.savedrequest.RequestCache;
import org.springframework.security.web.util.matcher.AnyRequestMatcher;

/**
 * Admits users with a valid access token: {@code http.with(ThumbturnSecurity.of(thumbturn), Customizer.withDefaults())}.
 *
 * <p>It responds with 401 without a valid token, with 403 to a token that lacks an authority, and with 503 if tokens can't be verified.
 * {@code @AuthenticationPrincipal AccessClaims} is the user; see {@link ThumbturnAuthentication} for the authorities.
 */
public final class ThumbturnSecurity extends AbstractHttpConfigurer<ThumbturnSecurity, HttpSecurity> {
    private final Thumbturn thumbturn;
    private String cookieName;
    private boolean remotely;
    private BiConsumer<HttpServletRequest, ThumbturnException> onRejected = (request, error) -> {};
    private JsonResponses responses;

    private ThumbturnSecurity(Thumbturn thumbturn) {
        this.thumbturn = thumbturn;
    }

    /**
     * Verifies tokens of an application.
     *
     * @param thumbturn the client of the application
     * @return the configurer, for {@code http.with}
     */
    public static ThumbturnSecurity of(Thumbturn thumbturn) {
        return new ThumbturnSecurity(thumbturn);
    }

    /**
     * Also accepts the token in a cookie. Make the cookie {@code SameSite}, and keep Spring's protection from forged requests, which
     * this leaves out only for requests with {@code Authorization: Bearer}.
     *
     * @param name the cookie's name
     * @return this
     */
    public ThumbturnSecurity cookie(String name) {
        this.cookieName = name;
        return this;
    }

    /**
     * Also verifies each token by a call to the service, so that a deleted user or passkey counts at once. Requires an API key.
     *
     * @return this
     */
    public ThumbturnSecurity remotely() {
        this.remotely = true;
        return this;
    }

    /**
     * Receives the exact reason for each rejected token, for your log.
     *
     * @param listener receives the request and the reason
     * @return this
     */
    public ThumbturnSecurity onRejected(BiConsumer<HttpServletRequest, ThumbturnException> listener) {
        this.onRejected = listener;
        return this;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void init(HttpSecurity http) {
        responses = new JsonResponses(onRejected);
        http.authenticationProvider(new ThumbturnAuthenticationProvider(thumbturn, remotely));
        // Spring would save the request of an anonymous caller in a session, although only a form returns to it.
        if (http.getConfigurer(FormLoginConfigurer.class) == null)
            http.setSharedObject(RequestCache.class, new NullRequestCache());
        CsrfConfigurer<HttpSecurity> csrf = http.getConfigurer(CsrfConfigurer.class);
        // Browsers don't send this header automatically, so the request can't be forged.
        if (csrf != null)
            csrf.ignoringRequestMatchers(
                    request -> !ThumbturnFilter.readBearer(request).isEmpty());
        ExceptionHandlingConfigurer<HttpSecurity> handling = http.getConfigurer(ExceptionHandlingConfigurer.class);
        if (handling == null) return;
        handling.defaultAuthenticationEntryPointFor(responses, AnyRequestMatcher.INSTANCE);
        handling.defaultAccessDeniedHandlerFor(responses, AnyRequestMatcher.INSTANCE);
    }

    @Override
    public void configure(HttpSecurity http) {
        AuthenticationManager manager = http.getSharedObject(AuthenticationManager.class);
        http.addFilterBefore(new ThumbturnFilter(manager, responses, cookieName), BasicAuthenticationFilter.class);
    }
}
