import type { AccessCodeType, AccessPurpose } from '../model/access-codes/access-code.ts'
import type { MfaFactor } from '../model/applications/mfa-policy.ts'
import type { FlowDevice } from '../model/devices/flow-device.ts'
import type { UsernameType } from '../model/users/user.ts'
import type { Spending } from '../spending.ts'

/**
 * What every flow keeps between its two calls. `expiresAt` and `startedAt` are milliseconds since 1970. An `epoch` is the
 * `sealedEpoch` of the flow's user when it began: a flow ends when everything issued to its user is revoked.
 */
type Started = {
  id: string
  appId: string
  startedAt: number
  expiresAt: number
  /**
   * Set by `seal` where the installation's watermark is not behind the clock: until when the session is remembered as spent,
   * which must be later than the watermark (see watermark.ts).
   */
  keepUntil?: number | undefined
  /** Sealed empty where the session itself is the challenge, as first-generation clients send nothing else back. */
  challenge: string
} & FlowDevice

/** A registration between init and complete. */
export type RegistrationFlow = Started & {
  purpose: 'registration'
  user: { id: string; username: string; usernameType: UsernameType; displayName: string; isNew: boolean; epoch: string }
  /** A conditional create, where the browser may leave user presence unset. */
  conditional: boolean
  /** The answer only looks like a beginning: completing it is refused. */
  closed: boolean
  /** The passkey whose token began this: once it is deleted, completing is refused. */
  allowedBy?: string
  /** The access code that allowed this: completing uses it up. */
  allowedByCode?: string
}

/** `listed`: which passkeys may answer (passkeys/listed.ts); any, where that is absent. */
type Listing = { listed?: string | undefined }

/** A sign-in between init and complete. `userId` is absent where any discoverable passkey may answer. */
export type AuthenticationFlow = Started & {
  purpose: 'authentication'
  userId: string | undefined
  epoch: string
} & Listing

/**
 * A user who makes a code for themselves by a passkey. It has a purpose of its own, so that the challenge of a sign-in can
 * never make one.
 */
export type CodeFlow = Started & {
  purpose: 'code'
  userId: string
  epoch: string
  code: { type: AccessCodeType; purpose: AccessPurpose }
} & Listing

/**
 * A transaction between init and complete; its id is the transaction's. The payload is base64url, so that it is as long
 * in the session as it is in bytes. The challenge is computed of the rest at both ends, so it is not kept.
 */
export type TransactionFlow = Omit<Started, 'challenge' | keyof FlowDevice> & {
  purpose: 'transaction'
  /** Absent in a transaction created for no particular user: the challenge that `tx/init` returns then binds the user. */
  userId: string | undefined
  epoch: string
  txType: 'raw'
  payload: string
  nonce: string
  serverNonce: string
} & Listing

/**
 * What the key of a user is to sign. It is the same for a name that nobody has: whose key it is, is asked at the end only.
 */
export type PublicKeyFlow = Omit<Started, 'challenge' | keyof FlowDevice> & {
  purpose: 'publickey'
  usernameKey: string
  epoch: string
  /** The key that the client says it holds (P-256, PEM). */
  publicKey: string
  serverNonce: string
}

/**
 * The challenge that a flow must see answered. A sealed session is at least as unpredictable as random bytes: its nonce
 * and its id are random, and nobody else can make one (WebAuthn §13.4.3).
 */
export const flowChallenge = ({ challenge }: { challenge: string }, session: string) => challenge || session

/**
 * Whether every client decodes these bytes completely. A decoder of the first generation drops a zero among the last two,
 * so that the authenticator would sign a shorter challenge; one random value in 128 ends like that.
 */
export const isDecodedByAll = (bytes: Uint8Array) => bytes.at(-1) !== 0 && bytes.at(-2) !== 0

/** A factor that somebody has proved. `id` and `value` say by what: a passkey, an address, a voucher. */
export type ProvedFactor = { factor: MfaFactor; id: string; value: string; at: number; synced?: boolean }

/** What a passkey signed in an MFA flow, so that anybody can check it later; binary members as base64url. */
export type ContentSignature = {
  txId: string
  nonce: string
  lNonce: string
  txHash: string
  credentialId: string
  publicKey: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
}

/**
 * An MFA flow between two of its steps. `id` is that of the present step: proving a factor spends it and makes the next
 * one, while asking for a code or giving a payload keeps it. `startedAt` is that of the flow.
 */
export type MfaFlow = Started & {
  purpose: 'mfa'
  flowId: string
  /** No session of the flow lives longer, however often it is renewed. Milliseconds since 1970. */
  endsAt: number
  /** Absent until a passkey says who it is. */
  user: RegistrationFlow['user'] | undefined
  /** What the client calls the flow; `flowId` where it has no name for it. */
  traceId: string
  /** Whoever asks is told signIn until something was proved. */
  disguised: boolean
  done: readonly ProvedFactor[]
  /** The factors of the latest list: no others are taken. */
  offered: readonly MfaFactor[]
  /** How a code was asked for last. */
  asked?: 'email' | 'sms'
  /** What is to be signed, as base64url. */
  payload: string | undefined
  contentSignatures?: readonly ContentSignature[]
}

/** What spending the session of a flow records. */
export const sessionSpending = ({
  id,
  expiresAt,
  keepUntil,
}: Pick<Started, 'id' | 'expiresAt' | 'keepUntil'>): Spending => ({
  id,
  expiresAt: Math.max(expiresAt, keepUntil ?? 0),
})

export type Flow = RegistrationFlow | AuthenticationFlow | CodeFlow | TransactionFlow | PublicKeyFlow | MfaFlow

/** Turns what a flow must remember into an opaque text that only this installation can make and read. */
export interface Sessions {
  seal(flow: Flow): string
  /**
   * Opens a session of whatever flow; its challenge is said also where it is the session itself.
   * @throws AppError forbidden: not ours, damaged, or expired
   */
  openAny(session: string): Flow
  /**
   * Opens a session of that purpose.
   * @throws AppError forbidden: not ours, damaged, of another purpose, or expired
   */
  open<P extends Flow['purpose']>(purpose: P, session: string): Extract<Flow, { purpose: P }>
}
