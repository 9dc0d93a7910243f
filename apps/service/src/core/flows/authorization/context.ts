import type { Core } from '../../core.ts'
import type { Application } from '../../model/applications/application.ts'
import type { BrowserSession } from '../../model/authorization/browser-session.ts'
import type { FreshSignIn } from './fresh-sign-in.ts'

/** The authentication methods (RFC 8176) and context (OpenID Connect EAP ACR Values 1.0) of a sign-in. */
export async function findContext(
  _: Core,
  __: Application,
  { passkeyId, codeMethods }: FreshSignIn,
): Promise<Pick<BrowserSession, 'amr' | 'acr'>> {
  if (codeMethods) return { amr: codeMethods, acr: undefined }
  return { amr: ['user'], acr: passkeyId === undefined ? undefined : 'phr' }
}
