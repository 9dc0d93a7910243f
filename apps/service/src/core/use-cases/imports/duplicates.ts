import type { ImportRejection } from '@thumbturn/contract/vocabulary/user-records.ts'
import { LineError } from '../../model/imports/line.ts'
import { type Candidate, listContactKeys } from './candidate.ts'

export type DuplicateSearch = {
  /**
   * Remembers what the line claims.
   * @throws LineError an earlier line has the same name, ID, or passkey
   */
  add(candidate: Candidate): void
}

/** Finds lines that claim what an earlier line has claimed. */
export function createDuplicateSearch(): DuplicateSearch {
  const lines = new Map<string, number>()
  return {
    add(candidate) {
      const claims = listClaims(candidate)
      rejectRepetition(claims)
      for (const { key, code, what } of claims)
        if (lines.has(key)) throw new LineError(code, `line ${lines.get(key)} has the same ${what}`)
      for (const { key } of claims) lines.set(key, candidate.line)
    },
  }
}

type Claim = { key: string; code: ImportRejection; what: string }

/** Lists the claims that can belong to one user only. */
function listClaims(candidate: Candidate): Claim[] {
  const { user, passkeys, record } = candidate
  const names = new Set([user.usernameKey, user.addressKey])
  const addresses = listContactKeys(candidate).filter((key) => !names.has(key))
  const ids = [record.id, ...record.passkeys.map(({ id }) => id)].filter((id) => id !== undefined)
  return [
    ...[...names].map((name) => ({ key: `name ${name}`, code: 'username_taken', what: 'username' }) as const),
    ...addresses.map((name) => ({ key: `name ${name}`, code: 'contact_taken', what: 'contact' }) as const),
    ...ids.map((id) => ({ key: `id ${id}`, code: 'id_taken', what: 'id' }) as const),
    ...passkeys.map(
      ({ credentialId }) => ({ key: `passkey ${credentialId}`, code: 'credential_taken', what: 'passkey' }) as const,
    ),
  ]
}

function rejectRepetition(claims: readonly Claim[]) {
  const repeated = claims.find(({ key }, at) => claims.findIndex((other) => other.key === key) < at)
  if (repeated) throw new LineError(repeated.code, `the line has the same ${repeated.what} twice`)
}
