import type { FlowDevice } from '../model/devices/flow-device.ts'
import type { SpentSession } from '../spent-session.ts'

/**
 * The state that every flow keeps between its calls; each kind of flow adds its own fields, in its own folder. Times
 * are milliseconds since 1970. An `epoch` in a flow is the `sealEpoch` of its user when it started: a flow ends when
 * everything issued to its user is revoked.
 */
export type Flow = {
  purpose: string
  id: string
  appId: string
  /** When the application was created, which tells it from an earlier one of that ID. */
  appCreatedAt: number
  startedAt: number
  expiresAt: number
  /** When the last session of the flow expires, if its session can be renewed. */
  endsAt?: number
  /**
   * Set by `seal` if the installation's watermark is not behind the clock: until when the session is remembered as spent,
   * which must be later than the watermark (see watermark.ts).
   */
  keepUntil?: number | undefined
  /** Sealed empty if the session itself is the challenge, for clients that send nothing else back. */
  challenge?: string
  userId?: string | undefined
  /** The user of a flow that can create one. */
  user?: { id: string; username: string; isNew: boolean } | undefined
}

/** A flow that waits for a WebAuthn ceremony on a device. */
export type CeremonyFlow = Flow & { challenge: string } & FlowDevice

/**
 * The challenge that the authenticator must sign. A sealed session is at least as unpredictable as random bytes: its nonce
 * and most of its id are random, and only this installation can create one (WebAuthn §13.4.3).
 */
export const flowChallenge = ({ challenge }: { challenge: string }, session: string) => challenge || session

/** The record of spending the session of a flow. */
export const toSpentSession = ({
  id,
  expiresAt,
  keepUntil,
}: Pick<Flow, 'id' | 'expiresAt' | 'keepUntil'>): SpentSession => ({
  id,
  expiresAt: Math.max(expiresAt, keepUntil ?? 0),
})

/** Seals a flow into opaque text that only this installation can create and read. */
export interface Sessions {
  seal(flow: Flow): string
  /**
   * Opens a session of any kind of flow.
   * @throws AppError forbidden: sealed elsewhere, damaged, or expired
   */
  openAny(session: string): Flow
  /**
   * Opens a session of the kind of flow that has this purpose.
   * @throws AppError forbidden: sealed elsewhere, damaged, of another purpose, or expired
   */
  open<F extends Flow>(purpose: F['purpose'], session: string): F
}
