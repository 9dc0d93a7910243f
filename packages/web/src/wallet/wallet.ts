import { hasWebAuthn } from '../browser/support.ts'
import { readOptional, waitBriefly } from '../browser/tolerance.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { callService } from '../client/http.ts'
import { createTrustItem, type TrustItems } from '../client/trust.ts'
import { ApiError } from '../errors.ts'
import {
  type MfaActionOptions,
  type MfaDetails,
  type MfaFactorType,
  type MfaFlowOptions,
  ThumbturnMfa,
} from '../flows/mfa.ts'

/** The shop's proof of its key for this browser; `checkoutId` is the former name. */
export interface MerchantTrust {
  merchantTrustId?: string | undefined
  checkoutId?: string | undefined
}

/** The payer, and the payload. */
export interface WalletFlowOptions extends Omit<MfaFlowOptions, 'payload' | 'trustItems'>, MerchantTrust {
  /** The text for the user to confirm, at most 2,000 bytes; the passkey then signs it (passkey:tx). */
  txPayload?: string | undefined
}

/** The input of a factor. */
export interface WalletActionOptions extends MfaActionOptions {
  /** Replaces the payload that the flow started with. */
  txPayload?: string | undefined
}

/**
 * The wallet's part of a checkout: whether it knows this browser, and the flow in which a passkey signs the payment.
 */
export class ThumbturnWallet extends ThumbturnMfa {
  /**
   * EMBED if a passkey was used at this wallet in this browser before, known by the shop's key or the wallet's: the
   * shop can embed the wallet's page. Otherwise REDIRECT.
   * @throws CheckoutError ERROR_FRAME_NOT_ALLOWED if the shop's page doesn't allow passkeys in the frame
   * @throws ApiError if the service rejects the call or is unreachable
   */
  async discover(trust: MerchantTrust = {}): Promise<'EMBED' | 'REDIRECT'> {
    if (!hasWebAuthn()) return 'REDIRECT'
    if (isFeatureAllowed('publickey-credentials-get') === false) throw new CheckoutError('ERROR_FRAME_NOT_ALLOWED')
    const body = { app: { id: this.client.appId }, trustItems: await collectTrustItems(trust) }
    try {
      await callService(this.client, { method: 'POST', path: '/mfa/discover', body })
      return 'EMBED'
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return 'REDIRECT'
      throw error
    }
  }

  /** Starts a flow. With a payload, the wallet knows this browser once the flow is complete. */
  override async beginFlow(begin: WalletFlowOptions = {}): Promise<MfaDetails> {
    const { merchantTrustId, checkoutId, txPayload: payload, ...who } = begin
    const trustItems = payload === undefined ? undefined : await collectTrustItems({ merchantTrustId, checkoutId })
    return super.beginFlow({ ...who, payload, trustItems })
  }

  /** Performs one factor. A payload passed here replaces the flow's. */
  override async performAction(type: MfaFactorType, input: WalletActionOptions = {}): Promise<MfaDetails> {
    const { txPayload, ...rest } = input
    if (txPayload !== undefined) await this.setPayload(txPayload, rest)
    return super.performAction(type, rest)
  }
}

/** In a frame, browsers partition the wallet's storage by shop or block it, so the shop's key is needed too. */
async function collectTrustItems({ merchantTrustId, checkoutId }: MerchantTrust): Promise<TrustItems> {
  const wallet = await waitBriefly(() => createTrustItem('wallet'))
  return { wallet, merchant: merchantTrustId ?? checkoutId }
}

type Policy = { allowsFeature?(feature: string): boolean }

/** Whether the page's policy allows a feature; undefined if the browser doesn't report it. */
function isFeatureAllowed(feature: string): boolean | undefined {
  const { permissionsPolicy, featurePolicy } = document as Document & Record<string, Policy | undefined>
  return readOptional(() => (permissionsPolicy ?? featurePolicy)?.allowsFeature?.(feature))
}
