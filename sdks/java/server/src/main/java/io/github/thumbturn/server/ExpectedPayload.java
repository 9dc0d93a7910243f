package io.github.thumbturn.server;

/**
 * The payload that the user was asked to sign in a multi-factor flow, from your own records.
 *
 * @param payload the text to sign; make each one unique, for example with an order number
 * @param userId the user who must have signed it; null for any user of the application
 */
public record ExpectedPayload(String payload, String userId) {
    /**
     * A payload that any user of the application can sign.
     *
     * @param payload the text to sign
     * @return the payload
     */
    public static ExpectedPayload of(String payload) {
        return new ExpectedPayload(payload, null);
    }

    /**
     * Names the user who must have signed it.
     *
     * @param userId the user's ID
     * @return the payload
     */
    public ExpectedPayload byUser(String userId) {
        return new ExpectedPayload(payload, Confirmations.requireUserId(userId));
    }
}
