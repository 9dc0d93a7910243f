package io.github.thumbturn.server.model;

/**
 * A new email address.
 *
 * @param email the address
 * @param secondary whether it is the secondary address; null for the primary one
 * @param requestVerification whether a code is sent to the address, which is used once the code is verified; null for yes
 */
public record EmailChange(String email, Boolean secondary, Boolean requestVerification) {
    /**
     * A new primary address, which is used once it is verified.
     *
     * @param email the address
     * @return the change
     */
    public static EmailChange of(String email) {
        return new EmailChange(email, null, null);
    }

    /**
     * Makes it the secondary address.
     *
     * @return the change
     */
    public EmailChange asSecondary() {
        return new EmailChange(email, true, requestVerification);
    }

    /**
     * Uses the address at once, because you verified it.
     *
     * @return the change
     */
    public EmailChange withoutVerification() {
        return new EmailChange(email, secondary, false);
    }
}
