package io.github.thumbturn.server;

import java.time.Duration;

/**
 * Requirements beyond a valid ID token.
 *
 * @param passkey whether a sign-in with a passkey is required; a code or a backend assertion is not enough
 * @param maxAge maximum time since the sign-in, or null
 */
public record VerifyIdOptions(boolean passkey, Duration maxAge) {
    /** No requirements. */
    public static final VerifyIdOptions NONE = new VerifyIdOptions(false, null);

    /**
     * Requires a recent sign-in.
     *
     * @param maxAge maximum time since the sign-in
     * @return the requirements
     */
    public static VerifyIdOptions maxAge(Duration maxAge) {
        return new VerifyIdOptions(false, maxAge);
    }

    /**
     * Also requires a sign-in with a passkey.
     *
     * @return the requirements
     */
    public VerifyIdOptions withPasskey() {
        return new VerifyIdOptions(true, maxAge);
    }
}
