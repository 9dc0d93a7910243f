package io.github.thumbturn.spring.security;

import io.github.thumbturn.server.AccessClaims;
import io.github.thumbturn.server.Thumbturn;
import io.github.thumbturn.server.ThumbturnException;
import java.util.concurrent.CancellationException;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.Authentication;

/**
 * Verifies access tokens. Throws {@link TokenException} for a token that isn't valid, and
 * {@link AuthenticationServiceException} if tokens can't be verified, for example during an outage of the service.
 */
public final class ThumbturnAuthenticationProvider implements AuthenticationProvider {
    private final Thumbturn thumbturn;
    private final boolean remotely;

    /**
     * Creates a provider.
     *
     * @param thumbturn the client of the application
     * @param remotely whether each token is also verified by a call to the service, so that a deleted user or passkey counts at once;
     *     requires an API key
     */
    public ThumbturnAuthenticationProvider(Thumbturn thumbturn, boolean remotely) {
        this.thumbturn = thumbturn;
        this.remotely = remotely;
    }

    @Override
    public Authentication authenticate(Authentication authentication) {
        String token = ((TokenCredentials) authentication).getCredentials();
        try {
            AccessClaims claims = thumbturn.verifyToken(token);
            if (remotely) thumbturn.verifyTokenRemotely(token);
            return new ThumbturnAuthentication(claims);
        } catch (ThumbturnException error) {
            if (error.isTokenRejected()) throw new TokenException(error);
            throw new AuthenticationServiceException(error.getMessage(), error);
        } catch (CancellationException error) {
            throw new AuthenticationServiceException(error.getMessage(), error);
        }
    }

    @Override
    public boolean supports(Class<?> authentication) {
        return TokenCredentials.class.isAssignableFrom(authentication);
    }
}
