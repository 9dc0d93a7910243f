// Compiled by build.test.ts against the published types. `text` and `flag` are values that a page may not have.
import {
  ApiError,
  authenticateWithPasskey,
  type ClientOptions,
  createClient,
  createPasskey,
  listPasskeys,
  PasskeyError,
  requestAndSendOtp,
  Thumbturn,
  ThumbturnMfa,
} from '@thumbturn/web'
import type { ThumbturnAuth } from '@thumbturn/web/elements'
import { type CheckoutError, resumeCheckout, startCheckout } from '@thumbturn/web/merchant'
import {
  AutofillInput,
  PasskeyButton,
  ThumbturnProvider,
  usePasskey,
  usePasskeys,
  useSession,
} from '@thumbturn/web/react'
import { serveMerchant, ThumbturnWallet } from '@thumbturn/web/wallet'

const text = document.documentElement.dataset.text
const flag = text === undefined ? undefined : true
const signal = flag ? AbortSignal.timeout(1) : undefined
const options: ClientOptions = {
  baseUrl: 'https://shop.example.com',
  appId: text,
  disableAnalytics: flag,
  tokenStore: undefined,
}

export async function useFunctions(): Promise<string | undefined> {
  const client = createClient(options)
  const created = await createPasskey(client, 'ada', { token: text, displayName: text, securityKey: flag, signal })
  const signedIn = await authenticateWithPasskey(client, text, {
    hints: undefined,
    callbacks: { onFallback: undefined },
  })
  const [passkey] = await listPasskeys(client, { token: text })
  await requestAndSendOtp(client, 'ada', { method: 'email', usernameType: undefined })
  return (signedIn.isAuthenticated ? signedIn.deviceId : signedIn.action) ?? created.passkeyId ?? passkey?.lastUsedAt
}

export async function useClasses(error: unknown): Promise<string | undefined> {
  const thumbturn = new Thumbturn(options)
  await thumbturn.signInImmediately({ signal })
  await thumbturn.confirmTransaction('ada', { txPayload: 'Pay', nonce: text, signal })
  const mfa = new ThumbturnMfa(options)
  await mfa.beginFlow({ username: text, payload: text, trustItems: { auth: text }, deviceId: text })
  const { tokens } = await mfa.performAction('otp:verify', { payload: text, signal })
  if (error instanceof PasskeyError || error instanceof ApiError) return error.userMessage
  return tokens?.deviceId ?? thumbturn.getSessionInfo()?.passkeyId
}

export async function useCheckout(): Promise<void> {
  const callbacks = { successCallback: () => {}, fallbackCallback: () => {}, errorCallback: (_: CheckoutError) => {} }
  const discoverUrl = 'https://wallet.example/frame'
  await startCheckout({
    ...callbacks,
    discoverUrl,
    request: 'x',
    redirectUrl: text,
    iframe: flag,
    traceId: text,
    signal,
  })
  await resumeCheckout(callbacks)
  const wallet = new ThumbturnWallet(options)
  serveMerchant({
    isMerchant: () => true,
    discover: ({ merchantTrustId }) => wallet.discover({ merchantTrustId }),
    confirm: async ({ merchantTrustId, traceId }) => {
      await wallet.beginFlow({ txPayload: text, merchantTrustId, traceId })
      return { fallback: true }
    },
  })
}

export const element: ThumbturnAuth | null = document.querySelector('thumbturn-auth')

function Page() {
  const { createPasskey, signInImmediately, error } = usePasskey()
  const { passkeys, renamePasskey } = usePasskeys()
  const { session } = useSession()
  return (
    <>
      <AutofillInput aria-label="Username" renewAfterMs={undefined} onSignedIn={undefined} onError={undefined} />
      <PasskeyButton action="signUp" username={text} token={text} hints={undefined} onSignedIn={undefined}>
        {error?.userMessage ?? session?.username}
      </PasskeyButton>
      <button type="button" onClick={() => createPasskey('ada', { displayName: text })}>
        Create
      </button>
      <button type="button" onClick={() => signInImmediately()}>
        Sign in
      </button>
      {passkeys.map(({ id, name, providerName }) => (
        <button key={id} type="button" onClick={() => renamePasskey(id, { name })}>
          {providerName ?? name}
        </button>
      ))}
    </>
  )
}

export const App = () => (
  <ThumbturnProvider client={createClient(options)}>
    <Page />
  </ThumbturnProvider>
)
