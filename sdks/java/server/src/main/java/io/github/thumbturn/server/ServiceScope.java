package io.github.thumbturn.server;

/** What a first-generation service token can allow. */
public final class ServiceScope {
    /** The scope {@code auth.register}. */
    public static final String AUTH_REGISTER = "auth.register";

    /** The scope {@code auth.login}. */
    public static final String AUTH_LOGIN = "auth.login";

    /** The scope {@code auth.login_restricted}. */
    public static final String AUTH_LOGIN_RESTRICTED = "auth.login_restricted";

    /** The scope {@code auth.temporary}. */
    public static final String AUTH_TEMPORARY = "auth.temporary";

    /** The scope {@code tx.create}. */
    public static final String TX_CREATE = "tx.create";

    /** The scope {@code codes.generate}. */
    public static final String CODES_GENERATE = "codes.generate";

    /** The scope {@code codes.authorize}. */
    public static final String CODES_AUTHORIZE = "codes.authorize";

    /** The scope {@code codes.invalidate}. */
    public static final String CODES_INVALIDATE = "codes.invalidate";

    /** The scope {@code codes.self_generate}. */
    public static final String CODES_SELF_GENERATE = "codes.self_generate";

    /** The scope {@code credentials.list}. */
    public static final String CREDENTIALS_LIST = "credentials.list";

    /** The scope {@code credentials.rename}. */
    public static final String CREDENTIALS_RENAME = "credentials.rename";

    /** The scope {@code credentials.revoke}. */
    public static final String CREDENTIALS_REVOKE = "credentials.revoke";

    /** The scope {@code credentials.add}. */
    public static final String CREDENTIALS_ADD = "credentials.add";

    /** The scope {@code credentials.force_add}. */
    public static final String CREDENTIALS_FORCE_ADD = "credentials.force_add";

    /** The scope {@code credentials.add_recovery}. */
    public static final String CREDENTIALS_ADD_RECOVERY = "credentials.add_recovery";

    /** The scope {@code credentials.replace}. */
    public static final String CREDENTIALS_REPLACE = "credentials.replace";

    /** The scope {@code users.create}. */
    public static final String USERS_CREATE = "users.create";

    /** The scope {@code users.list}. */
    public static final String USERS_LIST = "users.list";

    /** The scope {@code users.retrieve}. */
    public static final String USERS_RETRIEVE = "users.retrieve";

    /** The scope {@code users.delete}. */
    public static final String USERS_DELETE = "users.delete";

    /** The scope {@code users.activate}. */
    public static final String USERS_ACTIVATE = "users.activate";

    /** The scope {@code users.deactivate}. */
    public static final String USERS_DEACTIVATE = "users.deactivate";

    /** The scope {@code users.email_verification_dispatch}. */
    public static final String USERS_EMAIL_VERIFICATION_DISPATCH = "users.email_verification_dispatch";

    private ServiceScope() {}
}
