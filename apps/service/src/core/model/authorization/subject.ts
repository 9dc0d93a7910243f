import type { Client } from './client.ts'

type KeyedHash = { keyed(purpose: string, text: string): Buffer }
type SubjectClient = Pick<Client, 'appId' | 'subjectType' | 'sector' | 'redirectUris'>

/**
 * The user ID as a client gets it, `sub` (OpenID Connect Core 1.0 §8). A pairwise one can't be calculated without the
 * installation's key, and clients of different sectors can't tell that theirs belong to one user.
 */
export function toSubject({ keyed }: KeyedHash, client: SubjectClient, userId: string): string {
  if (client.subjectType === 'public') return userId
  const text = JSON.stringify([client.appId, findSector(client), userId])
  return keyed('pairwise subject', text).toString('base64url')
}

/** The sector identifier: the host to which its users return, if no other was chosen (§8.1). */
function findSector({ sector, redirectUris: [uri = ''] }: SubjectClient): string {
  const found = sector ?? URL.parse(uri)?.hostname
  if (!found) throw new Error('A client with pairwise subjects needs a redirect URI with a host, or a sector')
  return found
}
