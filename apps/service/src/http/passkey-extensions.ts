import { credProtectPolicies } from '@thumbturn/contract/vocabulary/passkey-options.ts'
import type { Passkey } from '../core/model/passkeys/passkey.ts'

/** What the extensions of a passkey's registration said, as the APIs show it: policies by their names. */
export function describeExtensionResults({ extensions }: Pick<Passkey, 'extensions'>) {
  if (!extensions?.authenticator) return extensions && { client: extensions.client }
  const { credProtect, ...others } = extensions.authenticator
  const policy = credProtect && credProtectPolicies[credProtect - 1]
  return { client: extensions.client, authenticator: { ...others, ...(policy && { credProtect: policy }) } }
}
