import type { Actor } from '../audit/entry.ts'
import type { SsoProvider } from './provider.ts'

/** A provider where the audit log says who did something. */
export const toActor = ({ id, name }: SsoProvider): Actor => ({ kind: 'system', id, name })
