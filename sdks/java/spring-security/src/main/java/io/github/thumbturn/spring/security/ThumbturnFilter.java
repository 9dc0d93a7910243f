package io.github.thumbturn.spring.security;

import io.github.thumbturn.server.BearerToken;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.context.RequestAttributeSecurityContextRepository;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Signs in the user of a request with an access token, for this request only. A request without a token continues, and the rules of
 * your chain decide about it.
 */
final class ThumbturnFilter extends OncePerRequestFilter {
    private final AuthenticationManager manager;
    private final AuthenticationEntryPoint entryPoint;
    /** Null for none. */
    private final String cookieName;
    /** Keeps the user for asynchronous dispatches of the request. */
    private final RequestAttributeSecurityContextRepository repository =
            new RequestAttributeSecurityContextRepository();

    ThumbturnFilter(AuthenticationManager manager, AuthenticationEntryPoint entryPoint, String cookieName) {
        this.manager = manager;
        this.entryPoint = entryPoint;
        this.cookieName = cookieName;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        String token = readToken(request);
        if (!token.isEmpty()) {
            try {
                signIn(token, request, response);
            } catch (AuthenticationException error) {
                SecurityContextHolder.clearContext();
                entryPoint.commence(request, response, error);
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private void signIn(String token, HttpServletRequest request, HttpServletResponse response) {
        SecurityContext context = SecurityContextHolder.createEmptyContext();
        context.setAuthentication(manager.authenticate(new TokenCredentials(token)));
        SecurityContextHolder.setContext(context);
        repository.saveContext(context, request, response);
    }

    private String readToken(HttpServletRequest request) {
        String bearer = readBearer(request);
        return bearer.isEmpty() ? readCookie(request.getCookies()) : bearer;
    }

    static String readBearer(HttpServletRequest request) {
        return BearerToken.read(request.getHeader("Authorization"));
    }

    private String readCookie(Cookie[] cookies) {
        if (cookieName == null || cookies == null) return "";
        for (Cookie cookie : cookies) if (cookie.getName().equals(cookieName)) return cookie.getValue();
        return "";
    }
}
