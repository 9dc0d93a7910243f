package io.github.thumbturn.server;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The token of a request (RFC 6750 §2.1). */
public final class BearerToken {
    /** The scheme is case-insensitive (RFC 9110 §11.1). */
    private static final Pattern FORM = Pattern.compile("bearer +([^ ]+) *", Pattern.CASE_INSENSITIVE);

    private BearerToken() {}

    /**
     * Reads the token of a header, for {@link Thumbturn#verifyToken(String)}.
     *
     * @param authorization the header {@code Authorization}; null for none
     * @return the token; empty if the header has none
     */
    public static String read(String authorization) {
        Matcher found = FORM.matcher(authorization == null ? "" : authorization);
        return found.matches() ? found.group(1) : "";
    }
}
