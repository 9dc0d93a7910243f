import { CheckoutError } from '../checkout/errors.ts'
import { ApiError } from '../errors.ts'
import { callService } from '../http.ts'
import { type MfaBegin, type MfaDetails, type MfaFactorType, type MfaInput, ThumbturnMfa } from '../mfa.ts'
import { type TrustItems, trustItem } from '../trust.ts'

/** By what a shop recognises its browsers; `checkoutId` is its older name. */
export interface MerchantTrust {
  merchantTrustId?: string | undefined
  checkoutId?: string | undefined
}

/** Who pays, and what they sign. */
export interface WalletBegin extends Omit<MfaBegin, 'payload' | 'trustItems'>, MerchantTrust {
  /** What the person shall confirm, at most 2,000 bytes; the passkey then signs it (passkey:tx). */
  txPayload?: string | undefined
}

/** What a factor needs. */
export interface WalletInput extends MfaInput {
  /** Signs this instead of what the flow began with. */
  txPayload?: string | undefined
}

/** The wallet's side of a checkout: does it know this browser, and the flow in which a passkey signs the payment. */
export class ThumbturnWallet extends ThumbturnMfa {
  /**
   * EMBED where somebody has used their passkey at this wallet in this browser, by the key of the shop or of the wallet:
   * its page can be shown inside the shop's. Otherwise REDIRECT.
   * @throws CheckoutError ERROR_FRAME_NOT_ALLOWED: the shop's page lends the frame no passkeys
   * @throws ApiError when the service refuses or cannot be reached
   */
  async discover(trust: MerchantTrust = {}): Promise<'EMBED' | 'REDIRECT'> {
    if (!globalThis.PublicKeyCredential) return 'REDIRECT'
    if (allows('publickey-credentials-get') === false) throw new CheckoutError('ERROR_FRAME_NOT_ALLOWED')
    const body = { app: { id: this.client.appId }, trustItems: await collectTrustItems(trust) }
    try {
      await callService(this.client, { method: 'POST', path: '/mfa/discover', body })
      return 'EMBED'
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return 'REDIRECT'
      throw error
    }
  }

  /** Begins a flow; with a payload, this browser is known to the wallet once it is complete. */
  override async beginFlow(begin: WalletBegin = {}): Promise<MfaDetails> {
    const { merchantTrustId, checkoutId, txPayload: payload, ...who } = begin
    const trustItems = payload === undefined ? undefined : await collectTrustItems({ merchantTrustId, checkoutId })
    return super.beginFlow({ ...who, payload, trustItems })
  }

  /** Performs one factor; a payload given here is what the passkey signs. */
  override async performAction(type: MfaFactorType, input: WalletInput = {}): Promise<MfaDetails> {
    const { txPayload, ...rest } = input
    if (txPayload !== undefined) await this.setPayload(txPayload)
    return super.performAction(type, rest)
  }
}

/** In a frame, browsers keep the wallet's own key apart for each shop, or not at all: then the shop's must do. */
async function collectTrustItems({ merchantTrustId, checkoutId }: MerchantTrust): Promise<TrustItems> {
  const wallet = await trustItem('wallet').catch(() => undefined)
  return { wallet, merchant: merchantTrustId ?? checkoutId }
}

type Policy = { allowsFeature?(feature: string): boolean }

/** Whether the page may do that; undefined where the browser does not tell. */
function allows(feature: string): boolean | undefined {
  const { permissionsPolicy, featurePolicy } = document as Document & Record<string, Policy | undefined>
  return (permissionsPolicy ?? featurePolicy)?.allowsFeature?.(feature)
}
