package io.github.thumbturn.server;

/** What an access token or a grant can allow. */
public final class UserScope {
    /** Reads the user's passkeys. */
    public static final String PASSKEY_READ = "passkey:read";
    /** Changes the user's passkeys. */
    public static final String PASSKEY_WRITE = "passkey:write";
    /** Reads the user's profile. */
    public static final String PROFILE_READ = "profile:read";
    /** Changes the user's profile. */
    public static final String PROFILE_WRITE = "profile:write";
    /** Adds a passkey. */
    public static final String REG_WRITE = "reg:write";
    /** Signs in without a passkey. */
    public static final String AUTH_WRITE = "auth:write";

    private UserScope() {}
}
