import type { SignedIn } from '@thumbturn/web'

/** The state of a live part of a page: whether it waits, its message, and the claims of the token after a sign-in. */
export type LiveState = { busy: boolean; message: string; token?: Record<string, unknown> }

export const waiting: LiveState = { busy: true, message: 'Follow the prompt in your browser…' }

/**
 * Signs up or in at the application `demo` of the service that serves this page. The SDK is fetched, and the service asked, only then,
 * so that the page works on any other host too and says there what is missing. Never throws.
 */
export async function tryPasskey(to: 'sign up' | 'sign in', username: string): Promise<LiveState> {
  try {
    const { createMemoryTokenStore, PasskeyError, Thumbturn } = await import('@thumbturn/web')
    const baseUrl = `${location.origin}/apps/demo`
    const thumbturn = new Thumbturn({ baseUrl, tokenStore: createMemoryTokenStore(), disableAnalytics: true })
    const check = await thumbturn.verifyConfigSettings()
    if (!check.isValid) return failed(`${check.message}. ${check.solution}.`)
    try {
      const done = await (to === 'sign up' ? thumbturn.createPasskey(username) : thumbturn.authenticateWithPasskey())
      return done.isAuthenticated ? signedIn(done) : failed('No passkey is available. Create one first.')
    } catch (error) {
      if (error instanceof PasskeyError) return failed(`${error.code}: ${error.message}`)
      throw error
    }
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error))
  }
}

const failed = (message: string): LiveState => ({ busy: false, message })

function signedIn({ token }: SignedIn): LiveState {
  const [, payload = ''] = token.split('.')
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return {
    busy: false,
    message: 'Signed in. The token contains these claims:',
    token: JSON.parse(new TextDecoder().decode(bytes)),
  }
}
