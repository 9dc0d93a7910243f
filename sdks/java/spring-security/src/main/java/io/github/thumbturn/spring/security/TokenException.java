package io.github.thumbturn.spring.security;

import io.github.thumbturn.server.ThumbturnException;
import org.springframework.security.core.AuthenticationException;

/** An access token isn't valid. Its cause says why. */
public final class TokenException extends AuthenticationException {
    private static final long serialVersionUID = 1L;

    TokenException(ThumbturnException cause) {
        super(cause.getMessage(), cause);
    }

    /**
     * Why the token was rejected.
     *
     * @return the exception of the SDK
     */
    @Override
    public ThumbturnException getCause() {
        return (ThumbturnException) super.getCause();
    }
}
