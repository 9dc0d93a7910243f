import { readJson } from '../base64url.ts'
import { createCredential, storeDeviceId } from '../browser/platform.ts'
import { throwIfAborted } from '../browser/tolerance.ts'
import { mfaStore, requestPayment, signTransaction } from '../browser/transactions.ts'
import { runAbortable, runCeremony } from '../ceremonies/ceremony.ts'
import type { Client, ClientOptions } from '../client/client.ts'
import { createClient } from '../client/create-client.ts'
import { type Call, callService } from '../client/http.ts'
import { createStartBody } from '../client/start-body.ts'
import { storeToken } from '../client/token.ts'
import type { TrustItems } from '../client/trust.ts'
import type { Mfa, MfaBeginBody, MfaNext, MfaRefreshBody } from '../client/wire.ts'
import { ApiError } from '../errors.ts'
import type { CreationOptionsJSON, RequestOptionsJSON } from '../types.ts'
import type { MfaActionName, UsernameType } from '../vocabulary.ts'
import type { StoredFlow } from './mfa-store.ts'

/** Factor types, as the service lists them. */
export type MfaFactorType = MfaActionName

/** A factor that can come next. `options` are the addresses that a code can be sent to. */
export interface MfaFactor {
  type: MfaFactorType
  label: string
  description?: string | undefined
  options: string[]
}

/** The tokens of a completed flow. Send `payloadSignature` or `accessToken` to your backend for verification. */
export interface MfaTokens {
  accessToken: string
  idToken: string
  refreshToken: string
  payloadSignature: string
  deviceId?: string | undefined
}

/** The tokens that a refresh token is exchanged for. */
export type RefreshedTokens = Pick<MfaTokens, 'accessToken' | 'idToken' | 'refreshToken'>

/** The state of a flow. `tokens` is present on the page that completed it. */
export interface MfaDetails {
  username: string
  flow: 'signIn' | 'signUp'
  remainingFactors: MfaFactor[]
  /** The factor that the SDK suggests next; undefined once nothing is left. */
  nextAction: MfaFactor | undefined
  isComplete: boolean
  tokens?: MfaTokens | undefined
}

/** The user who starts a flow, and the payload. */
export interface MfaFlowOptions {
  /** Without a username, any passkey of this site is accepted. */
  username?: string | undefined
  usernameType?: UsernameType | undefined
  displayName?: string | undefined
  /** The text for the user to confirm; the passkey then signs it (passkey:tx). */
  payload?: string | undefined
  /** A passkey that the flow creates can also confirm payments, if the application and the browser support it. */
  payment?: boolean | undefined
  /** Your ID of this flow, for events and logs. */
  traceId?: string | undefined
  /** Proofs of this browser's keys; by default, of its own key. */
  trustItems?: TrustItems | undefined
  /** The ID of this device, if another page of yours keeps it. */
  deviceId?: string | undefined
}

/** The input of a factor. */
export interface MfaActionOptions {
  /**
   * otp:email, otp:sms: the address, one of the options; by default, the first. otp:verify: the code. external: your
   * backend's token.
   */
  payload?: string | undefined
  /** passkey:reg: the name shown in account pickers. */
  displayName?: string | undefined
  /** Aborts the action. If the service had its response by then, the flow must be started again. */
  signal?: AbortSignal | undefined
}

/** The order in which factors are suggested. */
const suggestionOrder: readonly MfaFactorType[] = [
  'passkey:reg',
  'passkey:auth',
  'passkey:tx',
  'otp:sms',
  'otp:email',
  'external',
]

/**
 * A multi-factor flow: start it, then perform the factors that the service asks for until it is complete. It survives a
 * page reload.
 */
export class ThumbturnMfa {
  readonly client: Client
  #tokens: MfaTokens | undefined

  /** @throws TypeError if baseUrl is not a URL, or names no application */
  constructor(options: ClientOptions) {
    this.client = createClient(options)
  }

  /** @throws ApiError if the service rejects the call or is unreachable */
  async beginFlow({ username = '', usernameType = 'other', ...begin }: MfaFlowOptions = {}): Promise<MfaDetails> {
    const { displayName, payload, traceId, deviceId, trustItems } = begin
    const opened = await createStartBody(this.client, { username, usernameType, displayName })
    if (deviceId) opened.deviceInfo.deviceId = deviceId
    const body: MfaBeginBody = {
      ...opened,
      ...(trustItems && { trustItems }),
      payload,
      ...(await requestPayment(payload, begin.payment)),
      traceId,
    }
    const next = await callService<MfaNext>(this.client, { path: '/mfa/begin', body })
    this.#tokens = undefined
    return this.#advance({ username, next })
  }

  /**
   * Performs one factor. A rejected factor (status 400) leaves the flow unchanged: try again, or perform another one.
   * @throws PasskeyError if a ceremony ends without a passkey, or the signal ends the action
   * @throws ApiError if the service rejects the call or is unreachable; Error if no flow is in progress
   */
  async performAction(type: MfaFactorType, input: MfaActionOptions = {}): Promise<MfaDetails> {
    const flow = this.#readFlow()
    if (type.startsWith('passkey:')) return this.#performCeremony(flow, type, input)
    return runAbortable(input.signal, async ({ signal }) => {
      if (type === 'otp:email' || type === 'otp:sms') return this.#sendCode(flow, type, { ...input, signal })
      const { payload } = input
      return type === 'otp:verify'
        ? this.#verify(flow, { path: '/mfa/otp/verify', body: { otp: payload?.replaceAll(/[\s-]/g, '') }, signal })
        : this.#verify(flow, { path: '/mfa/third-party/verify', body: { token: payload }, signal })
    })
  }

  /**
   * Attaches a payload to the flow, or replaces it.
   * @throws ApiError; PasskeyError ERROR_PASSKEY_ABORTED if the signal ends it
   */
  async setPayload(payload: string, options: Pick<MfaActionOptions, 'signal'> = {}): Promise<MfaDetails> {
    const flow = this.#readFlow()
    return runAbortable(options.signal, async ({ signal }) => {
      const body = { payload, ...(await requestPayment(payload)) }
      const next = await this.#call<MfaNext>(flow, { path: '/mfa/payload', body, signal })
      return this.#advance({ username: flow.username, next })
    })
  }

  /**
   * Exchanges a refresh token; by default, the one of the flow completed on this page. Each works once, so store the
   * new one.
   * @throws ApiError 401 if it is expired, used, or revoked; 403 if the application has refresh tokens off; Error
   * without a token
   */
  async refreshTokens(refreshToken = this.#tokens?.refreshToken): Promise<RefreshedTokens> {
    if (!refreshToken) throw new Error('No refresh token: complete a flow on this page, or pass one')
    const body: MfaRefreshBody = { app: { id: this.client.appId }, refreshToken }
    const response = await callService<RefreshedTokens>(this.client, { path: '/mfa/refresh', body })
    const fresh = { accessToken: response.accessToken, idToken: response.idToken, refreshToken: response.refreshToken }
    storeToken(this.client, fresh.accessToken)
    if (this.#tokens) this.#tokens = { ...this.#tokens, ...fresh }
    return fresh
  }

  /** The state of this tab's flow; undefined if none is in progress. */
  getMfaSessionDetails(): MfaDetails | undefined {
    const kept = mfaStore.read(this.client)
    return kept && this.#describe(kept)
  }

  /** Deletes the flow in this browser. */
  endFlow(): void {
    this.#tokens = undefined
    mfaStore.clear(this.client)
  }

  #readFlow(): StoredFlow {
    const kept = mfaStore.read(this.client)
    if (kept?.session) return kept
    throw new Error('No flow is in progress: call beginFlow first')
  }

  /** @throws the signal's reason if it aborted, whatever the service responded */
  async #call<Answer>({ session }: StoredFlow, call: Call): Promise<Answer> {
    try {
      return await callService<Answer>(this.client, { ...call, token: session })
    } finally {
      throwIfAborted(call.signal)
    }
  }

  #advance({ username, next: response }: { username: string; next: MfaNext }): MfaDetails {
    const { flow, session, next } = response
    return this.#store({ username, flow, session, next })
  }

  #store(kept: StoredFlow): MfaDetails {
    mfaStore.write(this.client, kept)
    return this.#describe(kept)
  }

  #describe({ username, flow, session, next }: StoredFlow): MfaDetails {
    const remainingFactors = next.map(toFactor)
    const nextAction = suggestionOrder
      .map((type) => remainingFactors.find((factor) => factor.type === type))
      .find((factor) => factor !== undefined)
    return { username, flow, remainingFactors, nextAction, isComplete: !session, tokens: this.#tokens }
  }

  async #sendCode(
    flow: StoredFlow,
    type: 'otp:email' | 'otp:sms',
    { payload: option, signal }: MfaActionOptions,
  ): Promise<MfaDetails> {
    const { options = [] } = findAction(flow, type) ?? {}
    const chosen = option ?? (options.find(({ name }) => name === 'email:primary') ?? options[0])?.label
    const body = { method: type === 'otp:email' ? 'email' : 'sms', option: chosen }
    const { session } = await this.#call<{ session: string }>(flow, { path: '/mfa/otp/request', body, signal })
    // Every factor stays available, with the new session.
    return this.#store({ ...flow, session })
  }

  /** Verifies a factor, which completes the flow or leads to other factors. */
  async #verify(flow: StoredFlow, call: Call): Promise<MfaDetails> {
    try {
      return this.#complete(flow, await this.#call<Mfa>(flow, call), call.signal)
    } catch (error) {
      const next = error instanceof ApiError && error.status === 401 ? (error.body as Partial<MfaNext>) : undefined
      // Without a session, it is an error response.
      if (!next?.session) throw error
      return this.#advance({ username: flow.username, next: next as MfaNext })
    }
  }

  async #performCeremony(flow: StoredFlow, type: MfaFactorType, input: MfaActionOptions): Promise<MfaDetails> {
    const options = requireOptions(flow, type)
    return runCeremony(input.signal, {
      ask: (signal) => this.#askBrowser(flow, options, { ...input, type, signal }),
      complete: (body, signal) => this.#verify(flow, { path: `/mfa/${type.replace(':', '/')}`, body, signal }),
    })
  }

  async #askBrowser(
    flow: StoredFlow,
    options: object,
    input: MfaActionOptions & { type: MfaFactorType; signal: AbortSignal },
  ): Promise<object> {
    const { session } = flow
    const { signal, displayName } = input
    if (input.type === 'passkey:reg') {
      const registrationRequestOptions = options as CreationOptionsJSON
      const { user } = registrationRequestOptions
      const named = { ...registrationRequestOptions, user: { ...user, displayName: displayName ?? user.displayName } }
      return { creationResult: await createCredential(this.client, { session, options: named }, { signal }) }
    }
    const assertionOptions = options as RequestOptionsJSON
    const paymentOptions = readOptions(flow, input.type, 'paymentOptions')
    const started = { session, assertionOptions, paymentOptions } as never
    const { assertionResult } = await signTransaction(this.client, started, signal)
    return { assertionResult }
  }

  #complete(flow: StoredFlow, response: Mfa, signal: AbortSignal | undefined): MfaDetails {
    const { accessToken, idToken, refreshToken, payloadSignature, deviceId } = response
    storeToken(this.client, accessToken, signal)
    storeDeviceId(this.client, deviceId)
    this.#tokens = { accessToken, idToken, refreshToken, payloadSignature, deviceId }
    mfaStore.clear(this.client)
    return this.#describe({ ...flow, flow: response.flow, session: '', next: [] })
  }
}

type Action = MfaNext['next'][number]

const findAction = ({ next }: StoredFlow, type: MfaFactorType): Action | undefined =>
  next.find(({ action }) => action.name === type)

/** The options of a ceremony; the first if no name is given. */
function readOptions(flow: StoredFlow, type: MfaFactorType, name?: string): object | undefined {
  const { options = [] } = findAction(flow, type) ?? {}
  const value = (name ? options.find((option) => option.name === name) : options[0])?.value
  return value === undefined ? undefined : (readJson(value) as object)
}

function requireOptions(flow: StoredFlow, type: MfaFactorType): object {
  const options = readOptions(flow, type)
  if (!options) throw new Error(`The flow does not offer ${type} now`)
  return options
}

function toFactor({ action: { name, label, desc }, options = [] }: Action): MfaFactor {
  const addresses = name.startsWith('otp:') ? options.map(({ label = '', value }) => label || value) : []
  return { type: name, label, description: desc, options: addresses }
}
