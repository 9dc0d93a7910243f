import { CheckoutError } from '../checkout/errors.ts'
import { openWallet, type WalletFrame } from './frame.ts'
import { type CheckoutCallbacks, type Outcome, parseOutcome, report } from './outcome.ts'
import { rememberReadiness } from './readiness.ts'
import { leadToWallet, type WalletRequest } from './return.ts'
import { createMerchantTrustId } from './trust-id.ts'

/** One payment by a wallet. */
export interface CheckoutOptions extends CheckoutCallbacks {
  /** The wallet's page for frames, which says whether it knows this browser. */
  discoverUrl: string
  /** The wallet's page that users are redirected to, of the same origin; discoverUrl unless given. */
  redirectUrl?: string | undefined
  /** By what the wallet finds the payment: your backend had it prepared. */
  request: string
  /** Where the wallet may be shown: an element, or a selector of one. */
  mountTarget?: HTMLElement | string | undefined
  /** False leads to the wallet at once. */
  iframe?: boolean | undefined
  /** What screen readers call the frame. */
  title?: string | undefined
  /** Your own name for this checkout in the wallet's events and logs. */
  traceId?: string | undefined
  /** Ends the checkout with ERROR_CHECKOUT_CANCELLED. */
  signal?: AbortSignal | undefined
  /** Milliseconds until a wallet that says nothing counts as unreachable; 8,000 unless given. The person has all the time they want. */
  timeoutMs?: number | undefined
}

/**
 * Lets the user pay with a wallet: inside this page where the wallet knows the browser (EMBED), otherwise on its own
 * (REDIRECT), from where they come back to a page that calls `resumeCheckout`. One callback says how it ended.
 */
export const startCheckout = (options: CheckoutOptions): Promise<void> => report(options, () => run(options))

async function run(options: CheckoutOptions): Promise<Outcome | undefined> {
  const { iframe = true, request, traceId } = options
  const discover = parseUrlOption('discoverUrl', options.discoverUrl)
  const redirect = parseUrlOption('redirectUrl', options.redirectUrl ?? options.discoverUrl)
  if (redirect.origin !== discover.origin) throw invalid('redirectUrl must be of the same origin as discoverUrl')
  if (typeof request !== 'string' || request === '') throw invalid('request is what the wallet gave your backend')
  // A browser that keeps no keys is unknown to the wallet, which can do without.
  const merchantTrustId = await createMerchantTrustId(discover.href).catch(() => undefined)
  const errand = { request, traceId, merchantTrustId }
  const outcome = iframe ? await embedded(discover, errand, options) : 'redirect'
  if (outcome !== 'redirect') return outcome
  leadToWallet(redirect, errand)
}

async function embedded(url: URL, errand: WalletRequest, options: CheckoutOptions): Promise<Outcome | 'redirect'> {
  const { signal, timeoutMs = 8000, title = 'Payment' } = options
  const ended = new AbortController()
  const cancel = () => ended.abort(new CheckoutError('ERROR_CHECKOUT_CANCELLED', signal?.reason))
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  try {
    const place = { url, title, mountTarget: findMountElement(options.mountTarget) }
    const frame = await timely(ended, { ms: timeoutMs, code: 'ERROR_WALLET_UNREACHABLE' }, () =>
      openWallet(place, ended.signal),
    )
    const mode = await timely(ended, { ms: timeoutMs, code: 'ERROR_CHECKOUT_TIMEOUT' }, () => discovery(frame, errand))
    rememberReadiness(url.href, mode === 'EMBED')
    if (mode === 'REDIRECT') return 'redirect'
    frame.show()
    return parseOutcome(await frame.ask('sign_transaction', { ...errand }))
  } finally {
    signal?.removeEventListener('abort', cancel)
    // Takes the frame away, whatever happened.
    ended.abort(new CheckoutError('ERROR_CHECKOUT_CANCELLED'))
  }
}

async function discovery(frame: WalletFrame, { merchantTrustId }: WalletRequest): Promise<'EMBED' | 'REDIRECT'> {
  const mode = await frame.ask('discover', { merchantTrustId })
  if (mode === 'EMBED' || mode === 'REDIRECT') return mode
  throw new CheckoutError('ERROR_WALLET_REFUSED')
}

type Limit = { ms: number; code: 'ERROR_WALLET_UNREACHABLE' | 'ERROR_CHECKOUT_TIMEOUT' }

/** Ends everything where it takes too long. */
async function timely<Result>(ended: AbortController, { ms, code }: Limit, run: () => Promise<Result>) {
  const timer = setTimeout(() => ended.abort(new CheckoutError(code)), ms)
  try {
    return await run()
  } finally {
    clearTimeout(timer)
  }
}

const invalid = (message: string) => new CheckoutError('ERROR_CHECKOUT_OPTIONS', undefined, message)

function parseUrlOption(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url
  throw invalid(`${option} must be an absolute http or https URL, not "${text}"`)
}

function findMountElement(target: HTMLElement | string | undefined): HTMLElement {
  const element = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
  if (element) return element
  throw invalid('mountTarget must be an element of this page, or a selector of one; or pass iframe: false')
}
