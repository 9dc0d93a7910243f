import { after, type Eventual } from '../../after.ts'
import type { Core } from '../../core.ts'
import type { Reject } from '../../errors.ts'
import { type OpenedFlow, openFlow } from '../open-flow.ts'
import type { TransactionFlow } from './flow.ts'

/**
 * Opens the session of a transaction; if the call has a `txId`, it must match.
 * @throws AppError created by `reject`
 */
export function openTransaction(
  core: Core,
  { txId, ...input }: { session: string; appId?: string; txId?: string },
  reject: Reject,
): Eventual<OpenedFlow<TransactionFlow>> {
  return after(openFlow<TransactionFlow>(core, { ...input, purpose: 'transaction' }, reject), (opened) => {
    if (txId !== undefined && txId !== opened.flow.id) throw reject('the ID belongs to another transaction')
    return opened
  })
}
