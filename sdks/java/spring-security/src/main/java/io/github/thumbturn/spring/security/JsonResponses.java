package io.github.thumbturn.spring.security;

import io.github.thumbturn.server.ErrorCode;
import io.github.thumbturn.server.Rejection;
import io.github.thumbturn.server.ThumbturnException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.BiConsumer;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authorization.AuthorityAuthorizationDecision;
import org.springframework.security.authorization.AuthorizationDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;

/** Responds to rejected requests with JSON, and with the challenge of RFC 6750. */
final class JsonResponses implements AuthenticationEntryPoint, AccessDeniedHandler {
    private final BiConsumer<HttpServletRequest, ThumbturnException> onRejected;

    JsonResponses(BiConsumer<HttpServletRequest, ThumbturnException> onRejected) {
        this.onRejected = onRejected;
    }

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException error)
            throws IOException {
        if (error.getCause() instanceof ThumbturnException reason) {
            onRejected.accept(request, reason);
            send(response, Rejection.of(reason));
        } else if (error instanceof AuthenticationServiceException) {
            send(response, Rejection.outage());
        } else {
            send(response, Rejection.of(ErrorCode.TOKEN_MISSING));
        }
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException error)
            throws IOException {
        send(
                response,
                Rejection.of(needsPasskey(error) ? ErrorCode.TOKEN_WITHOUT_PASSKEY : ErrorCode.TOKEN_MISSING_SCOPE));
    }

    private static boolean needsPasskey(AccessDeniedException error) {
        return error instanceof AuthorizationDeniedException denied
                && denied.getAuthorizationResult() instanceof AuthorityAuthorizationDecision decision
                && decision.getAuthorities().stream()
                        .anyMatch(one -> ThumbturnAuthentication.PASSKEY.equals(one.getAuthority()));
    }

    private static void send(HttpServletResponse response, Rejection rejection) throws IOException {
        response.setStatus(rejection.status());
        rejection.headers().forEach(response::setHeader);
        response.getOutputStream().write(rejection.body().getBytes(StandardCharsets.UTF_8));
    }
}
