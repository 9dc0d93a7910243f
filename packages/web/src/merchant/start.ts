import { waitBriefly } from '../browser/tolerance.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { parseHttpUrl } from '../checkout/http-url.ts'
import { openWallet, type WalletFrame } from './frame.ts'
import { type CheckoutCallbacks, type Outcome, parseOutcome, reportOutcome } from './outcome.ts'
import { rememberReadiness } from './readiness.ts'
import { redirectToWallet, type WalletRequest } from './return.ts'
import { createMerchantTrustId } from './trust-id.ts'

/** One payment with a wallet. */
export interface CheckoutOptions extends CheckoutCallbacks {
  /** The wallet's page for frames, which reports whether it knows this browser. */
  discoverUrl: string
  /** The wallet's page for redirects, on the same origin; discoverUrl by default. */
  redirectUrl?: string | undefined
  /** Identifies the payment that your backend prepared with the wallet. */
  request: string
  /** The element to show the wallet in, or its selector. */
  mountTarget?: HTMLElement | string | undefined
  /** Set to false to always redirect. */
  iframe?: boolean | undefined
  /** Title of the frame for screen readers. */
  title?: string | undefined
  /** Your ID of this checkout, for the wallet's events and logs. */
  traceId?: string | undefined
  /** Aborts the checkout with ERROR_CHECKOUT_CANCELLED. */
  signal?: AbortSignal | undefined
  /**
   * Milliseconds to wait for the wallet's page to respond; 8,000 by default. Time that the user needs doesn't count.
   */
  timeoutMs?: number | undefined
}

/**
 * Lets the user pay with a wallet: inside this page if the wallet knows the browser (EMBED), otherwise on the wallet's
 * page (REDIRECT), which returns to a page that calls `resumeCheckout`. One callback receives the result.
 */
export const startCheckout = (options: CheckoutOptions): Promise<void> =>
  reportOutcome(options, () => runCheckout(options))

async function runCheckout(options: CheckoutOptions): Promise<Outcome | undefined> {
  const { iframe = true, request, traceId } = options
  const discover = parseUrlOption('discoverUrl', options.discoverUrl)
  const redirect = parseUrlOption('redirectUrl', options.redirectUrl ?? options.discoverUrl)
  if (redirect.origin !== discover.origin)
    throw createOptionsError('redirectUrl and discoverUrl must have the same origin')
  if (typeof request !== 'string' || request === '')
    throw createOptionsError('request must be the ID that the wallet gave your backend')
  // Optional: a browser that blocks storage is unknown to the wallet.
  const merchantTrustId = await waitBriefly(() => createMerchantTrustId(discover.href))
  const walletRequest = { request, traceId, merchantTrustId }
  const outcome = iframe ? await runEmbedded(discover, walletRequest, options) : 'redirect'
  if (outcome !== 'redirect') return outcome
  if (options.signal?.aborted) throw new CheckoutError('ERROR_CHECKOUT_CANCELLED', options.signal.reason)
  redirectToWallet(redirect, walletRequest)
}

async function runEmbedded(
  url: URL,
  walletRequest: WalletRequest,
  options: CheckoutOptions,
): Promise<Outcome | 'redirect'> {
  const { signal, timeoutMs = 8000, title = 'Payment' } = options
  const ended = new AbortController()
  const cancel = () => ended.abort(new CheckoutError('ERROR_CHECKOUT_CANCELLED', signal?.reason))
  if (signal?.aborted) cancel()
  signal?.addEventListener('abort', cancel)
  try {
    const place = { url, title, mountTarget: findMountElement(options.mountTarget) }
    const frame = await withTimeout(ended, { ms: timeoutMs, code: 'ERROR_WALLET_UNREACHABLE' }, () =>
      openWallet(place, ended.signal),
    )
    const mode = await withTimeout(ended, { ms: timeoutMs, code: 'ERROR_CHECKOUT_TIMEOUT' }, () =>
      discoverMode(frame, walletRequest),
    )
    rememberReadiness(url.href, mode === 'EMBED')
    if (mode === 'REDIRECT') return 'redirect'
    frame.show()
    return parseOutcome(await frame.call('sign_transaction', { ...walletRequest }))
  } finally {
    signal?.removeEventListener('abort', cancel)
    // Removes the frame.
    ended.abort(new CheckoutError('ERROR_CHECKOUT_CANCELLED'))
  }
}

async function discoverMode(frame: WalletFrame, { merchantTrustId }: WalletRequest): Promise<'EMBED' | 'REDIRECT'> {
  const mode = await frame.call('discover', { merchantTrustId })
  if (mode === 'EMBED' || mode === 'REDIRECT') return mode
  throw new CheckoutError('ERROR_WALLET_REJECTED')
}

type TimeLimit = { ms: number; code: 'ERROR_WALLET_UNREACHABLE' | 'ERROR_CHECKOUT_TIMEOUT' }

/** Aborts everything after a time limit. */
async function withTimeout<Result>(
  ended: AbortController,
  { ms, code }: TimeLimit,
  runCheckout: () => Promise<Result>,
) {
  const timer = setTimeout(() => ended.abort(new CheckoutError(code)), ms)
  try {
    return await runCheckout()
  } finally {
    clearTimeout(timer)
  }
}

const createOptionsError = (message: string) => new CheckoutError('ERROR_CHECKOUT_OPTIONS', undefined, message)

function parseUrlOption(option: string, text: string): URL {
  const url = parseHttpUrl(text)
  if (url) return url
  throw createOptionsError(`${option} must be an absolute http or https URL, not "${text}"`)
}

function findMountElement(target: HTMLElement | string | undefined): HTMLElement {
  const element = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target
  if (element) return element
  throw createOptionsError(
    'mountTarget must be an element of this page or its selector: check it, or pass iframe: false',
  )
}
