package io.github.thumbturn.server;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

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
     * Checks the requirements.
     *
     * @param scopes the scopes that the token must have
     * @param passkey whether a sign-in with a passkey is required
     * @throws ThumbturnException {@code invalid_options}
     */
    public VerifyOptions {
        if (scopes == null || scopes.stream().anyMatch(Objects::isNull))
            throw ThumbturnException.invalidOptions("A scope is null: pass the names of scopes, or an empty list");
        scopes = List.copyOf(scopes);
    }

    /**
     * Requires scopes.
     *
     * @param required the scopes that the token must have; see {@link UserScope}
     * @return the requirements
     */
    public static VerifyOptions scopes(String... required) {
        return new VerifyOptions(required == null ? null : Arrays.asList(required), false);
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
