import { reject } from '../errors.ts'
import type { CeremonyPolicy, FullPolicy } from '../policy.ts'
import type { ClientData } from './client-data.ts'
import { countMembers } from './count-fields.ts'
import { requireTokenBinding } from './token-binding.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses the client data: UTF-8 (a byte order mark is dropped), JSON, unknown fields allowed, in any order. Level 3
 * §5.8.1 and §5.8.1.2 (the limited verification algorithm for parsers without JSON is not used).
 * @throws WebAuthnError client_data
 */
export function parseClientData(bytes: Buffer, policy: FullPolicy<CeremonyPolicy>): ClientData {
  const text = decodeText(bytes)
  const clientData = parseJson(text)
  if (clientData === null || typeof clientData !== 'object' || Array.isArray(clientData)) {
    reject('client_data', 'client data is not a JSON object')
  }
  // With duplicate fields, two parsers may read different values.
  if (policy.strictDuplicateKeys && countMembers(text) !== Object.keys(clientData).length) {
    reject('client_data', 'a member of the client data occurs twice')
  }
  if (policy.strictTokenBinding) requireTokenBinding(clientData)
  return clientData
}

function decodeText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    reject('client_data', 'client data is not UTF-8', error)
  }
}

function parseJson(text: string): ClientData | null {
  try {
    return JSON.parse(text)
  } catch (error) {
    reject('client_data', 'client data is not JSON', error)
  }
}
