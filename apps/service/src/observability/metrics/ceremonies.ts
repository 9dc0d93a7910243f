import type { RejectedCallKind } from '@thumbturn/contract/vocabulary/rejected-call-kinds.ts'
import type { Core } from '../../core/core.ts'
import type { Write } from '../../core/writes.ts'
import type { MetricRegistry } from './registry.ts'

/** The event that each kind of ceremony writes when it succeeds. */
const byEvent: Readonly<Record<string, string>> = {
  'fido2.passkey.reg.success': 'registration',
  'fido2.passkey.auth.success': 'authentication',
  'fido2.tx.completed': 'transaction',
  'fido2.mfa.success': 'mfa',
  'fido2.otp.verified': 'code',
}

const byRejection: Readonly<Partial<Record<RejectedCallKind, string>>> = {
  registrations: 'registration',
  signIns: 'authentication',
  transactions: 'transaction',
  mfa: 'mfa',
  codes: 'code',
}

/** Counts ceremonies when they are on disk or rejected, and all rejected calls by kind. */
export function countCeremonies({ counter }: MetricRegistry): (core: Core) => Pick<Core, 'store' | 'rejectedCalls'> {
  const ceremonies = counter({
    name: 'thumbturn_ceremonies_total',
    help: 'Completed ceremonies by kind and outcome',
    labelNames: ['kind', 'outcome'],
  })
  const rejected = counter({
    name: 'thumbturn_rejected_calls_total',
    help: 'Rejected calls by kind: invalid credentials, exceeded limits, and failed ceremonies',
    labelNames: ['kind'],
  })
  for (const kind of Object.values(byEvent))
    for (const outcome of ['success', 'rejected']) ceremonies.inc({ kind, outcome }, 0)

  function countSuccesses(writes: readonly Write[]) {
    for (const write of writes) {
      const kind = 'append' in write ? byEvent[write.append.type] : undefined
      if (kind !== undefined) ceremonies.inc({ kind, outcome: 'success' })
    }
  }

  return ({ store, rejectedCalls }) => ({
    store: {
      ...store,
      async commit(writes) {
        const conflict = await store.commit(writes)
        if (conflict === undefined) countSuccesses(writes)
        return conflict
      },
    },
    rejectedCalls: {
      ...rejectedCalls,
      count(appId, kind) {
        rejected.inc({ kind })
        const ceremony = byRejection[kind]
        if (ceremony !== undefined) ceremonies.inc({ kind: ceremony, outcome: 'rejected' })
        rejectedCalls.count(appId, kind)
      },
    },
  })
}
