import { type NamedExtensions, nameExtensions } from '../core/model/passkeys/extensions.ts'
import type { Passkey } from '../core/model/passkeys/passkey.ts'

/** What the extensions of a passkey's registration said, as the APIs show it. */
export const describeExtensionResults = ({ extensions }: Pick<Passkey, 'extensions'>): NamedExtensions | undefined =>
  extensions && nameExtensions(extensions)
