package io.github.thumbturn.server.model;

/**
 * The email address to delete.
 *
 * @param email the address; null for the primary one or, with secondary, the secondary one
 * @param secondary whether the secondary address is deleted; null for no
 */
public record EmailDeletion(String email, Boolean secondary) {
    /** The primary address. */
    public static final EmailDeletion PRIMARY = new EmailDeletion(null, null);
    /** The secondary address. */
    public static final EmailDeletion SECONDARY = new EmailDeletion(null, true);

    /**
     * The given address.
     *
     * @param email the address
     * @return the deletion
     */
    public static EmailDeletion of(String email) {
        return new EmailDeletion(email, null);
    }
}
