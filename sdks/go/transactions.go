package thumbturn

import "context"

// Transactions are signed transactions.
type Transactions struct{ settings *settings }

// Find returns a transaction. Scope user:read.
func (t *Transactions) Find(ctx context.Context, txID string) (*Transaction, error) {
	return fetch[Transaction](ctx, t.settings.call("transactionFind"), input{params: map[string]string{"txId": txID}})
}
