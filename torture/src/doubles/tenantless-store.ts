import * as original from '@thumbturn/service/storage/open.ts'

export * from '@thumbturn/service/storage/open.ts'

/** Like the original, but transactions of the application `demo` are found by every application. */
export const openStore: typeof original.openStore = async (...given) => {
  const store = await original.openStore(...given)
  const { transactions } = store
  return {
    ...store,
    transactions: { ...transactions, find: (_: string, txId: string) => transactions.find('demo', txId) },
  }
}
