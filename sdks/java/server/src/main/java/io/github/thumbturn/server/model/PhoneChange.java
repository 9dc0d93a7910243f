package io.github.thumbturn.server.model;

/**
 * A new phone number.
 *
 * @param phoneNumber the number
 * @param secondary whether it is the secondary number; null for the primary one
 * @param messagingConsent whether the user agreed to get messages, which verification requires; null for no
 * @param requestVerification whether a code is sent to the number, which is used once the code is verified; null for yes
 */
public record PhoneChange(
        String phoneNumber, Boolean secondary, Boolean messagingConsent, Boolean requestVerification) {
    /**
     * A new primary number, which is used once it is verified. The user agreed to get messages.
     *
     * @param phoneNumber the number
     * @return the change
     */
    public static PhoneChange withConsent(String phoneNumber) {
        return new PhoneChange(phoneNumber, null, true, null);
    }

    /**
     * A new primary number, which is used at once, because you verified it.
     *
     * @param phoneNumber the number
     * @return the change
     */
    public static PhoneChange withoutVerification(String phoneNumber) {
        return new PhoneChange(phoneNumber, null, null, false);
    }

    /**
     * Makes it the secondary number.
     *
     * @return the change
     */
    public PhoneChange asSecondary() {
        return new PhoneChange(phoneNumber, true, messagingConsent, requestVerification);
    }
}
