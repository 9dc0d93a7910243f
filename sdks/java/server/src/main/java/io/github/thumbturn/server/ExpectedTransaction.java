package io.github.thumbturn.server;

/**
 * The transaction that the user was asked to confirm, from your own records: never from the page that sends the token.
 *
 * @param payload the text to confirm
 * @param nonce the nonce that you issued for this transaction; accept it once
 * @param userId the user who must have confirmed it; null for any user of the application
 */
public record ExpectedTransaction(String payload, String nonce, String userId) {
    /**
     * A transaction that any user of the application can confirm.
     *
     * @param payload the text to confirm
     * @param nonce the nonce that you issued for this transaction; accept it once
     * @return the transaction
     */
    public static ExpectedTransaction of(String payload, String nonce) {
        return new ExpectedTransaction(payload, nonce, null);
    }

    /**
     * Names the user who must have confirmed it.
     *
     * @param userId the user's ID
     * @return the transaction
     */
    public ExpectedTransaction byUser(String userId) {
        return new ExpectedTransaction(payload, nonce, Confirmations.requireUserId(userId));
    }
}
