import { type NamedExtensions, nameExtensions } from '../core/model/passkeys/extensions.ts'
import type { Passkey } from '../core/model/passkeys/passkey.ts'

/** The results of the extensions of a passkey's registration, as the APIs show them. */
export const describeExtensionResults = ({ extensions }: Pick<Passkey, 'extensions'>): NamedExtensions | undefined =>
  extensions && nameExtensions(extensions)
