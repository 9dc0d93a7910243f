package io.github.thumbturn.spring.security;

import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;

/** The access token of a request, before it is verified. */
public final class TokenCredentials extends AbstractAuthenticationToken {
    private static final long serialVersionUID = 1L;

    /** The text of the token; null after it was erased. */
    private String token;

    /**
     * Keeps a token.
     *
     * @param token the token, without "Bearer"
     */
    public TokenCredentials(String token) {
        super(List.of());
        this.token = token;
    }

    @Override
    public String getCredentials() {
        return token;
    }

    @Override
    public String getPrincipal() {
        return "";
    }

    @Override
    public void eraseCredentials() {
        super.eraseCredentials();
        token = null;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
