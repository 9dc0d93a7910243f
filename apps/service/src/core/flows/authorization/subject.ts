import type { Core } from '../../core.ts'
import type { Client } from '../../model/authorization/client.ts'

/** The user ID as a client gets it (OpenID Connect Core 1.0 §8). */
export const toSubject = (_: Core, __: Client, userId: string): string => userId
