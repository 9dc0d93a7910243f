import type { Core } from '../../core.ts'
import type { Write } from '../../writes.ts'
import { createAuditEntry } from '../audit/audit.ts'
import type { Actor } from '../audit/entry.ts'
import type { Account } from './linking.ts'

type LinkTarget = { userId: string; actor: Actor }

/** What a new link writes besides itself. */
export function recordLink(core: Core, { provider }: Account, { userId, actor }: LinkTarget): Write[] {
  const after = { provider: provider.id }
  return [{ addAuditEntry: createAuditEntry(core, actor, { action: 'ssoIdentity.linked', target: userId, after }) }]
}
