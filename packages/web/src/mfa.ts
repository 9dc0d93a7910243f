import { assert } from './assertion.ts'
import { fromBase64url } from './base64url.ts'
import { ceremony } from './ceremony.ts'
import type { Client, ClientOptions } from './client.ts'
import { createClient } from './client.ts'
import { createCredential } from './creation.ts'
import { keepDeviceId } from './device.ts'
import { ApiError } from './errors.ts'
import { callService } from './http.ts'
import { type KeptFlow, mfaStore } from './mfa-store.ts'
import { opening } from './opening.ts'
import { keepToken } from './token.ts'
import type { TrustItems } from './trust.ts'
import type { UsernameType } from './types.ts'
import type { Mfa, MfaBeginBody, MfaNext, MfaRefreshBody } from './wire.ts'

/** The name of a factor, as the service lists it. */
export type MfaFactorType =
  | 'passkey:reg'
  | 'passkey:auth'
  | 'passkey:tx'
  | 'otp:email'
  | 'otp:sms'
  | 'otp:verify'
  | 'external'

/** A factor that may come next. `options` are the addresses that a code can go to. */
export interface MfaFactor {
  type: MfaFactorType
  label: string
  description?: string | undefined
  options: string[]
}

/** The tokens of a completed flow; send `payloadSignature` or `accessToken` to your backend, which verifies it. */
export interface MfaTokens {
  accessToken: string
  idToken: string
  refreshToken: string
  payloadSignature: string
  deviceId?: string | undefined
}

/** What a refresh token is exchanged for. */
export type RefreshedTokens = Pick<MfaTokens, 'accessToken' | 'idToken' | 'refreshToken'>

/** How far a flow is. `tokens` once it is complete, on the page that completed it. */
export interface MfaDetails {
  username: string
  flow: 'signIn' | 'signUp'
  remainingFactors: MfaFactor[]
  /** What the service would do next, undefined when nothing is left. */
  nextAction: MfaFactor | undefined
  isComplete: boolean
  tokens?: MfaTokens | undefined
}

/** Who begins a flow, and what they sign. */
export interface MfaBegin {
  /** Empty lets any passkey answer. */
  username?: string | undefined
  usernameType?: UsernameType | undefined
  displayName?: string | undefined
  /** What the user shall confirm; the passkey then signs it (passkey:tx). */
  payload?: string | undefined
  /** Your own name for this flow in events and logs. */
  traceId?: string | undefined
  /** What this browser proves to be; its own key unless given. */
  trustItems?: TrustItems | undefined
  /** The id of this device, where another page of yours keeps it. */
  deviceId?: string | undefined
}

/** What a factor needs. */
export interface MfaInput {
  /** otp:email, otp:sms: where the code goes, one of the options; the first by default. otp:verify: the code. external: your backend's token. */
  payload?: string | undefined
  /** passkey:reg: the name that account pickers show. */
  displayName?: string | undefined
  /** Ends the ceremony. */
  signal?: AbortSignal | undefined
}

/** The order in which the factors are proposed. */
const order: readonly MfaFactorType[] = [
  'passkey:reg',
  'passkey:auth',
  'passkey:tx',
  'otp:sms',
  'otp:email',
  'external',
]

/**
 * A flow of several factors: begin it, perform the factors that the service asks for, until it is complete. It survives
 * a reload of the page.
 */
export class ThumbturnMfa {
  readonly client: Client
  #tokens: MfaTokens | undefined

  /** @throws TypeError for a base URL that is none, or that names no application */
  constructor(options: ClientOptions) {
    this.client = createClient(options)
  }

  /** @throws ApiError when the service refuses or cannot be reached */
  async beginFlow({ username = '', usernameType = 'other', ...begin }: MfaBegin = {}): Promise<MfaDetails> {
    const { displayName, payload, traceId, deviceId, trustItems } = begin
    const opened = await opening(this.client, { username, usernameType, displayName })
    if (deviceId) opened.deviceInfo.deviceId = deviceId
    const body: MfaBeginBody = {
      ...opened,
      ...(trustItems && { trustItems }),
      payload,
      traceId,
    }
    const next = await callService<MfaNext>(this.client, { path: '/mfa/begin', body })
    this.#tokens = undefined
    return this.#goOn({ username, next })
  }

  /**
   * Performs one factor. A refused one (status 400) leaves the flow as it is: try again or take another.
   * @throws PasskeyError when a ceremony ends without a passkey
   * @throws ApiError when the service refuses or cannot be reached, Error when no flow is under way
   */
  async performAction(type: MfaFactorType, input: MfaInput = {}): Promise<MfaDetails> {
    const flow = this.#flow()
    if (type === 'otp:email' || type === 'otp:sms') return this.#sendCode(flow, type, input.payload)
    const { path, body } = await this.#answerFor(flow, type, input)
    try {
      return this.#complete(flow, await this.#call<Mfa>(flow, path, body))
    } catch (error) {
      const next = error instanceof ApiError && error.status === 401 ? (error.body as Partial<MfaNext>) : undefined
      // Without a session it is a plain refusal.
      if (!next?.session) throw error
      return this.#goOn({ username: flow.username, next: next as MfaNext })
    }
  }

  /**
   * Gives the flow something to sign, or something else.
   * @throws ApiError
   */
  async setPayload(payload: string): Promise<MfaDetails> {
    const flow = this.#flow()
    return this.#goOn({ username: flow.username, next: await this.#call<MfaNext>(flow, '/mfa/payload', { payload }) })
  }

  /**
   * Exchanges a refresh token, by default that of the flow completed on this page: each works once, so keep the new one.
   * @throws ApiError 401 when it is over, used or revoked, 403 where the application exchanges none; Error without one
   */
  async refreshTokens(refreshToken = this.#tokens?.refreshToken): Promise<RefreshedTokens> {
    if (!refreshToken) throw new Error('No refresh token: complete a flow on this page, or pass one')
    const body: MfaRefreshBody = { app: { id: this.client.appId }, refreshToken }
    const answer = await callService<RefreshedTokens>(this.client, { path: '/mfa/refresh', body })
    const fresh = { accessToken: answer.accessToken, idToken: answer.idToken, refreshToken: answer.refreshToken }
    keepToken(this.client, fresh.accessToken)
    if (this.#tokens) this.#tokens = { ...this.#tokens, ...fresh }
    return fresh
  }

  /** How far the flow of this browser is; undefined where none is under way. */
  getMfaSessionDetails(): MfaDetails | undefined {
    const kept = mfaStore.read(this.client)
    return kept && this.#details(kept)
  }

  /** Forgets the flow in this browser. */
  endFlow(): void {
    this.#tokens = undefined
    mfaStore.clear(this.client)
  }

  #flow(): KeptFlow {
    const kept = mfaStore.read(this.client)
    if (kept?.session) return kept
    throw new Error('No flow is under way: call beginFlow first')
  }

  #call<Answer>({ session }: KeptFlow, path: string, body: object): Promise<Answer> {
    return callService<Answer>(this.client, { path, body, token: session })
  }

  #goOn({ username, next: answer }: { username: string; next: MfaNext }): MfaDetails {
    const { flow, session, next } = answer
    return this.#keep({ username, flow, session, next })
  }

  #keep(kept: KeptFlow): MfaDetails {
    mfaStore.write(this.client, kept)
    return this.#details(kept)
  }

  #details({ username, flow, session, next }: KeptFlow): MfaDetails {
    const remainingFactors = next.map(toFactor)
    const nextAction = order
      .map((type) => remainingFactors.find((factor) => factor.type === type))
      .find((factor) => factor !== undefined)
    return { username, flow, remainingFactors, nextAction, isComplete: !session, tokens: this.#tokens }
  }

  async #sendCode(flow: KeptFlow, type: 'otp:email' | 'otp:sms', option: string | undefined): Promise<MfaDetails> {
    const { options = [] } = findAction(flow, type) ?? {}
    const chosen = option ?? (options.find(({ name }) => name === 'email:primary') ?? options[0])?.label
    const body = { method: type === 'otp:email' ? 'email' : 'sms', option: chosen }
    const { session } = await this.#call<{ session: string }>(flow, '/mfa/otp/request', body)
    // Everything that was offered may still be done, with the new session.
    return this.#keep({ ...flow, session })
  }

  async #answerFor(flow: KeptFlow, type: MfaFactorType, input: MfaInput): Promise<{ path: string; body: object }> {
    if (type === 'otp:verify')
      return { path: '/mfa/otp/verify', body: { otp: input.payload?.replaceAll(/[\s-]/g, '') } }
    if (type === 'external') return { path: '/mfa/third-party/verify', body: { token: input.payload } }
    const options = readOptions(flow, type)
    const answer = await ceremony(input.signal, (signal) => this.#passkey(flow, options, { ...input, type, signal }))
    return { path: `/mfa/${type.replace(':', '/')}`, body: answer }
  }

  async #passkey(flow: KeptFlow, options: object, input: MfaInput & { type: MfaFactorType }): Promise<object> {
    const { session } = flow
    const { signal, displayName } = input
    if (input.type === 'passkey:reg') {
      const registrationRequestOptions = options as PublicKeyCredentialCreationOptionsJSON
      const { user } = registrationRequestOptions
      const named = { ...registrationRequestOptions, user: { ...user, displayName: displayName ?? user.displayName } }
      return { creationResult: await createCredential(this.client, { session, options: named }, { signal }) }
    }
    const assertionOptions = options as PublicKeyCredentialRequestOptionsJSON
    const { assertionResult } = await assert(this.client, { session, assertionOptions } as never, { signal })
    return { assertionResult }
  }

  #complete(flow: KeptFlow, answer: Mfa): MfaDetails {
    const { accessToken, idToken, refreshToken, payloadSignature, deviceId } = answer
    keepToken(this.client, accessToken)
    keepDeviceId(this.client, deviceId)
    this.#tokens = { accessToken, idToken, refreshToken, payloadSignature, deviceId }
    mfaStore.clear(this.client)
    return this.#details({ ...flow, flow: answer.flow, session: '', next: [] })
  }
}

type Action = MfaNext['next'][number]

const findAction = ({ next }: KeptFlow, type: MfaFactorType): Action | undefined =>
  next.find(({ action }) => action.name === type)

function readOptions(flow: KeptFlow, type: MfaFactorType): object {
  const value = findAction(flow, type)?.options?.[0]?.value
  if (value === undefined) throw new Error(`The service does not ask for ${type} now`)
  return JSON.parse(new TextDecoder().decode(fromBase64url(value)))
}

function toFactor({ action: { name, label, desc }, options = [] }: Action): MfaFactor {
  const addresses = name.startsWith('otp:') ? options.map(({ label = '', value }) => label || value) : []
  return { type: name, label, description: desc, options: addresses }
}
