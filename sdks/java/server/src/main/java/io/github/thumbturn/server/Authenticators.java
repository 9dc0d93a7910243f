package io.github.thumbturn.server;

import io.github.thumbturn.server.Calls.Input;
import io.github.thumbturn.server.model.AuthenticatorModel;
import io.github.thumbturn.server.model.BlockedModel;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Authenticator models, by AAGUID. */
public final class Authenticators {
    private final Calls calls;

    Authenticators(Calls calls) {
        this.calls = calls;
    }

    /**
     * Finds name and icons of a model. Any API key.
     *
     * @param aaguid the model
     * @return name and icons; empty if they aren't known
     */
    public Optional<AuthenticatorModel> find(String aaguid) {
        return Calls.emptyIfMissing(
                () -> calls.fetch(Route.aaguidFind, Input.param("aaguid", aaguid), AuthenticatorModel.class));
    }

    private record BlockedModels(List<BlockedModel> items) {}

    /**
     * Lists the models that the application blocks. Scope {@code passkey:read}.
     *
     * @return the models
     */
    public List<BlockedModel> listBlocked() {
        return calls.fetch(Route.blacklistRead, Input.NONE, BlockedModels.class).items();
    }

    /**
     * Blocks at most 100 models at once. Replaces existing entries of the same models. Scope {@code passkey:write}.
     *
     * @param models the models
     */
    public void block(Collection<BlockedModel> models) {
        calls.run(Route.blacklistMerge, Input.body(Map.of("items", models)));
    }

    /**
     * Unblocks at most 100 models at once. Scope {@code passkey:write}.
     *
     * @param aaguids the models
     */
    public void unblock(Collection<String> aaguids) {
        calls.run(Route.blacklistRemove, Input.body(Map.of("aaguids", aaguids)));
    }

    /** Unblocks every model. Scope {@code passkey:write}. */
    public void unblockAll() {
        calls.run(Route.blacklistClear, Input.NONE);
    }
}
