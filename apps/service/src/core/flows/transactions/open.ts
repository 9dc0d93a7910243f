import type { Core } from '../../core.ts'
import type { Reject } from '../../errors.ts'
import { openFlow } from '../open-flow.ts'
import type { TransactionFlow } from './flow.ts'

/**
 * Opens what a transaction has begun with, which must be the one that `txId` names, where the call says it.
 * @throws AppError as `refused` makes it
 */
export function openTransaction(
  core: Core,
  { txId, ...input }: { session: string; appId?: string; txId?: string },
  reject: Reject,
): TransactionFlow {
  const flow = openFlow<TransactionFlow>(core, { ...input, purpose: 'transaction' }, reject)
  if (txId !== undefined && txId !== flow.id) throw reject('the id is that of another transaction')
  return flow
}
