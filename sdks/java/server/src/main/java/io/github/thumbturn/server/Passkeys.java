package io.github.thumbturn.server;

import io.github.thumbturn.server.Calls.Input;
import io.github.thumbturn.server.model.Passkey;
import java.util.Map;
import java.util.Optional;

/** Passkeys of any user. */
public final class Passkeys {
    private final Calls calls;

    Passkeys(Calls calls) {
        this.calls = calls;
    }

    private static Input passkey(String passkeyId) {
        return Input.param("passkeyId", passkeyId);
    }

    /**
     * Finds a passkey. Scope {@code passkey:read}.
     *
     * @param passkeyId the passkey's ID
     * @return the passkey; empty if there is none
     */
    public Optional<Passkey> find(String passkeyId) {
        return Calls.emptyIfMissing(() -> calls.fetch(Route.anyPasskeyShow, passkey(passkeyId), Passkey.class));
    }

    /**
     * Renames a passkey. Scope {@code passkey:write}.
     *
     * @param passkeyId the passkey's ID
     * @param name the name that users see
     */
    public void rename(String passkeyId, String name) {
        calls.run(Route.anyPasskeyRename, passkey(passkeyId).withBody(Map.of("passkeyName", name)));
    }

    /**
     * Deletes a passkey and ends its tokens. Scope {@code passkey:write}.
     *
     * @param passkeyId the passkey's ID
     */
    public void delete(String passkeyId) {
        calls.run(Route.anyPasskeyDelete, passkey(passkeyId));
    }
}
