package io.github.thumbturn.server.model;

/**
 * The phone number to delete.
 *
 * @param phoneNumber the number; null for the primary one or, with secondary, the secondary one
 * @param secondary whether the secondary number is deleted; null for no
 */
public record PhoneDeletion(String phoneNumber, Boolean secondary) {
    /** The primary number. */
    public static final PhoneDeletion PRIMARY = new PhoneDeletion(null, null);
    /** The secondary number. */
    public static final PhoneDeletion SECONDARY = new PhoneDeletion(null, true);

    /**
     * The given number.
     *
     * @param phoneNumber the number
     * @return the deletion
     */
    public static PhoneDeletion of(String phoneNumber) {
        return new PhoneDeletion(phoneNumber, null);
    }
}
