package io.github.thumbturn.server;

import io.github.thumbturn.server.Calls.Input;
import io.github.thumbturn.server.model.Transaction;
import java.util.Optional;

/** Signed transactions. */
public final class Transactions {
    private final Calls calls;

    Transactions(Calls calls) {
        this.calls = calls;
    }

    /**
     * Finds a transaction. Scope {@code user:read}.
     *
     * @param txId the transaction's ID
     * @return the transaction; empty if there is none
     */
    public Optional<Transaction> find(String txId) {
        return Calls.emptyIfMissing(
                () -> calls.fetch(Route.transactionFind, Input.param("txId", txId), Transaction.class));
    }
}
