import type { Core } from '../../core.ts'
import { notFound } from '../../errors.ts'
import { requireAaguid } from '../../model/aaguids/aaguid.ts'
import type { Provider } from '../../model/aaguids/provider.ts'

/**
 * The model with that AAGUID, in any spelling.
 * @throws AppError bad_request: not an AAGUID · not_found: no name is known for it
 */
export function findProvider({ providers }: Pick<Core, 'providers'>, text: string): Provider {
  const aaguid = requireAaguid(text)
  const provider = providers.find(aaguid)
  if (!provider) throw notFound(`The authenticator model ${aaguid} has no known name`)
  return provider
}
