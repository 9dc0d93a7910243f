package io.github.thumbturn.server;

/**
 * Whether a request to a protected resource is admitted.
 *
 * @param access what the token allows; null if the request isn't admitted
 * @param rejection the response to a request that isn't admitted; otherwise null
 * @param error the exact reason, for your log; null if the request is admitted
 */
public record ResourceDecision(ResourceAccess access, ResourceResponse rejection, ThumbturnException error) {
    /**
     * Whether the request has a valid access token with the scopes that it needs.
     *
     * @return whether {@code access} is there
     */
    public boolean isAdmitted() {
        return access != null;
    }
}
