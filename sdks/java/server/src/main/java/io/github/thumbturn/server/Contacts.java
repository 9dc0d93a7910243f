package io.github.thumbturn.server;

import io.github.thumbturn.server.Calls.Input;
import io.github.thumbturn.server.model.EmailChange;
import io.github.thumbturn.server.model.EmailDeletion;
import io.github.thumbturn.server.model.PhoneChange;
import io.github.thumbturn.server.model.PhoneDeletion;
import java.util.Map;

/** Contacts of users. Scope {@code profile:write}; verifications require none. */
public final class Contacts {
    private final Calls calls;

    Contacts(Calls calls) {
        this.calls = calls;
    }

    private void run(Route route, String userId, Object body) {
        calls.run(route, Input.param("id", userId).withBody(body));
    }

    /**
     * Sets an email address, which is used once it is verified, or at once without verification.
     *
     * @param userId the user's ID
     * @param change the address
     */
    public void setEmail(String userId, EmailChange change) {
        run(Route.profileEmailSet, userId, change);
    }

    /**
     * Deletes an email address.
     *
     * @param userId the user's ID
     * @param deletion the address
     */
    public void deleteEmail(String userId, EmailDeletion deletion) {
        run(Route.profileEmailDelete, userId, deletion);
    }

    /**
     * Sets a phone number, which is used once it is verified, or at once without verification.
     *
     * @param userId the user's ID
     * @param change the number
     */
    public void setPhone(String userId, PhoneChange change) {
        run(Route.profilePhoneSet, userId, change);
    }

    /**
     * Deletes a phone number.
     *
     * @param userId the user's ID
     * @param deletion the number
     */
    public void deletePhone(String userId, PhoneDeletion deletion) {
        run(Route.profilePhoneDelete, userId, deletion);
    }

    /**
     * Verifies a new address by the code that was sent to it.
     *
     * @param username the user's name in the application
     * @param code the code
     */
    public void verifyEmail(String username, String code) {
        calls.run(Route.profileEmailVerify, Input.body(Map.of("username", username, "authCode", code)));
    }

    /**
     * Verifies a new number by the code that was sent to it.
     *
     * @param username the user's name in the application
     * @param code the code
     */
    public void verifyPhone(String username, String code) {
        calls.run(Route.profilePhoneVerify, Input.body(Map.of("username", username, "authCode", code)));
    }
}
