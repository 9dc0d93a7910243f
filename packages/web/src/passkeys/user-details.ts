import { signal } from '../browser/platform.ts'
import type { Client } from '../client/client.ts'
import { readToken } from '../client/token.ts'

/** The names that account pickers show. */
export interface UserDetails {
  /** By default, the username of the token. */
  name?: string | undefined
  displayName: string
}

/**
 * Call it after the user's name changed, to update the names in account pickers. The SDK also does it with each sign-in.
 * Never fails.
 */
export const signalUserDetails = (client: Client, details: UserDetails): Promise<void> =>
  signal(client, ({ signalNames }) => signalNames(readToken(client), details))
