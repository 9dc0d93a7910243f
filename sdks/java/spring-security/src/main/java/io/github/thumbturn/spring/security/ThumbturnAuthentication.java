package io.github.thumbturn.spring.security;

import io.github.thumbturn.server.AccessClaims;
import java.util.ArrayList;
import java.util.List;
import org.springframework.security.authentication.AbstractAuthenticationToken;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/**
 * A user who sent a valid access token. Its name is the user's ID, its principal the claims of the token, and its authorities are
 * {@code SCOPE_} with each scope of the token, such as {@code SCOPE_profile:read}, and {@link #PASSKEY}.
 */
public final class ThumbturnAuthentication extends AbstractAuthenticationToken {
    /** The authority of users who signed in with a passkey, by the name that it has in Spring Security 7. */
    public static final String PASSKEY = "FACTOR_WEBAUTHN";

    private static final long serialVersionUID = 1L;

    /** A user is signed in for one request, so sessions don't keep this. */
    private final transient AccessClaims claims;

    ThumbturnAuthentication(AccessClaims claims) {
        super(toAuthorities(claims));
        this.claims = claims;
        setAuthenticated(true);
    }

    private static List<GrantedAuthority> toAuthorities(AccessClaims claims) {
        List<GrantedAuthority> authorities = new ArrayList<>();
        for (String scope : claims.scopes()) authorities.add(new SimpleGrantedAuthority("SCOPE_" + scope));
        if (claims.passkeyId() != null) authorities.add(new SimpleGrantedAuthority(PASSKEY));
        return authorities;
    }

    @Override
    public String getName() {
        return claims.userId();
    }

    @Override
    public AccessClaims getPrincipal() {
        return claims;
    }

    /** The token isn't kept. */
    @Override
    public Object getCredentials() {
        return "";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ThumbturnAuthentication given && claims.equals(given.claims);
    }

    @Override
    public int hashCode() {
        return claims.hashCode();
    }
}
