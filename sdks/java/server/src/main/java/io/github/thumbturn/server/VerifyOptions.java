package io.github.thumbturn.server;

import java.util.List;

/**
 * Requirements beyond a valid access token.
 *
 * @param scopes the scopes that the token must have
 * @param passkey whether a sign-in with a passkey is required; a code or a backend assertion is not enough
 */
public record VerifyOptions(List<String> scopes, boolean passkey) {
    /** No requirements. */
    public static final VerifyOptions NONE = new VerifyOptions(List.of(), false);

    /**
     * Requires scopes.
     *
     * @param required the scopes that the token must have; see {@link UserScope}
     * @return the requirements
     */
    public static VerifyOptions scopes(String... required) {
        return new VerifyOptions(List.of(required), false);
    }

    /**
     * Also requires a sign-in with a passkey.
     *
     * @return the requirements
     */
    public VerifyOptions withPasskey() {
        return new VerifyOptions(scopes, true);
    }
}
