import { forbidden } from '../core/errors.ts'
import { isDecodedByAll } from '../core/model/credentials/challenge.ts'
import type { Flow, Sessions } from '../core/ports/sessions.ts'
import { findKeepUntil } from '../core/watermark.ts'
import type { RootKey } from './root-key.ts'
import { openBytes, sealBytes } from './sealed-box.ts'

// A day: far longer than any flow, and short enough that no key seals anywhere near 2^32 messages.
const keyLifeMs = 24 * 60 * 60 * 1000
const epochBytes = 4

/**
 * Pads booleans to equal length, with a space for every `true`, so the sealed session's size reveals nothing. (Text
 * that looks like one is padded too, consistently.)
 */
function padFlow(flow: Flow): string {
  const text = JSON.stringify(flow)
  return text + ' '.repeat(text.split(':true').length - 1)
}

/**
 * Sealed sessions: epoch (4 bytes) ‖ AES-256-GCM box, as base64url. The key of an epoch is derived from the master key,
 * so every node can open another's sessions, and keys rotate without being stored.
 */
type Parts = {
  now(): number
  bytes(length: number): Buffer
  /** The watermark of spent sessions. */
  watermark(): number
}

export function createSealedSessions(root: RootKey, clock: Parts): Sessions {
  const keys = new Map<number, Buffer>()
  const epochNow = () => Math.floor(clock.now() / keyLifeMs)

  function dayKey(epoch: number): Buffer {
    const key = keys.get(epoch) ?? root.derive(`session ${epoch}`)
    // Only current epochs get here, so the map stays small.
    if (keys.size > 3) keys.clear()
    keys.set(epoch, key)
    return key
  }

  /** Computed again with each step of a flow, as the watermark can have risen. */
  function withKeepUntil(flow: Flow): Flow {
    const { endsAt = flow.expiresAt } = flow
    const keepUntil = findKeepUntil({ watermark: clock.watermark(), now: clock.now(), endsAt })
    return keepUntil === flow.keepUntil ? flow : { ...flow, keepUntil }
  }

  function read(session: string): Flow | undefined {
    const bytes = Buffer.from(session, 'base64url')
    if (bytes.length <= epochBytes || bytes.toString('base64url') !== session) return undefined
    const epoch = bytes.readUInt32BE(0)
    if (Math.abs(epoch - epochNow()) > 1) return undefined
    const plain = openBytes(dayKey(epoch), bytes.subarray(epochBytes), `session ${epoch}`)
    return plain && (JSON.parse(plain.toString()) as Flow)
  }

  function openAny(session: string): Flow {
    const flow = read(session)
    if (!flow) throw forbidden('Unknown or expired session', 'the session is not ours, or damaged')
    if (flow.expiresAt <= clock.now()) throw forbidden('Unknown or expired session', 'the session has expired')
    if (flow.challenge === '') flow.challenge = session
    return flow
  }

  return {
    seal(flow) {
      const epoch = epochNow()
      const plain = Buffer.from(padFlow(withKeepUntil(flow)))
      const sealed = () => sealBytes(dayKey(epoch), plain, { about: `session ${epoch}`, iv: clock.bytes(12) })
      let box = sealed()
      // The session can be the challenge of a client that sends nothing else back. Another nonce changes its last
      // bytes.
      while (!isDecodedByAll(box)) box = sealed()
      const head = Buffer.alloc(epochBytes)
      head.writeUInt32BE(epoch)
      return Buffer.concat([head, box]).toString('base64url')
    },
    openAny,
    open<F extends Flow>(purpose: F['purpose'], session: string) {
      const flow = openAny(session)
      if (flow.purpose !== purpose) throw forbidden('Unknown or expired session', `the session is for ${flow.purpose}`)
      return flow as F
    },
  }
}
