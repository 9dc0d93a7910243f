import {
  type MfaActionOptions,
  type MfaDetails,
  type MfaFactorType,
  type MfaFlowOptions,
  type RefreshedTokens,
  ThumbturnMfa as WebMfa,
} from '@thumbturn/web/core'
import { type ClientOptions, createClient, runWithState } from './client.ts'

/**
 * A multi-factor flow: start it, then perform the factors that the service asks for until it is complete. It ends when the
 * app is closed.
 */
export class ThumbturnMfa extends WebMfa {
  override readonly client: WebMfa['client']

  /** @throws TypeError if baseUrl is not a URL, or names no application */
  constructor(options: ClientOptions) {
    super({ baseUrl: options.baseUrl, appId: options.appId })
    this.client = createClient(options)
  }

  /** @throws ApiError if the service rejects the call or is unreachable */
  override beginFlow(options?: MfaFlowOptions): Promise<MfaDetails> {
    return runWithState(this.client, () => super.beginFlow(options))
  }

  /**
   * Performs one factor. A rejected factor (status 400) leaves the flow unchanged: try again, or perform another one.
   * @throws PasskeyError if a dialog ends without a passkey, or the signal ends the action
   * @throws ApiError if the service rejects the call or is unreachable; Error if no flow is in progress
   */
  override performAction(type: MfaFactorType, input?: MfaActionOptions): Promise<MfaDetails> {
    return runWithState(this.client, () => super.performAction(type, input))
  }

  /**
   * Exchanges a refresh token; by default, the one of the flow that this object completed. Each works once, so store the
   * new one.
   * @throws ApiError 401 if it is expired, used, or revoked; 403 if the application has refresh tokens off; Error without
   * a token
   */
  override refreshTokens(refreshToken?: string): Promise<RefreshedTokens> {
    return runWithState(this.client, () => super.refreshTokens(refreshToken))
  }
}
