import { setTimeout as pause } from 'node:timers/promises'
import type { Revocable } from '../../common/revocable.ts'
import { revocations } from '../../common/revocations.ts'
import { isOwnFailure } from './light-load.ts'
import type { Scene } from './scene.ts'

/** Sends what was completed again, to each node. Nothing can succeed twice, whatever the clocks say. */
export async function replayAll({ load, nodes, counts, blame }: Scene) {
  for (const { what, path, body } of [...load.spent])
    for (const node of nodes) {
      counts.replays++
      const response = await node.post(path, body)
      if (isOwnFailure(response)) blame(`a repeated ${what}: ${response.status} ${response.text}`)
      if (response.status < 300) blame(`the ${what} succeeded twice`)
    }
}

export type Revocation = { kind: string; probe: Revocable['probe'] }

/** A revocation counts within a second; a machine that is busier than this is not judged by it. */
const patience = { attempts: 150, everyMs: 200 }

/** Revokes one of each kind, and waits until each is rejected. */
export async function revokeAll(scene: Scene): Promise<Revocation[]> {
  const revoked: Revocation[] = []
  for (const [kind, prepare] of Object.entries(revocations)) {
    const { probe, revoke } = await prepare(scene.revocations, 0)
    const [before, done] = [await probe(), await revoke()]
    if (before.status >= 300 || done.status >= 300) scene.blame(`${kind}: ${before.text}, then ${done.text}`)
    for (let attempts = 0; !(await isRejected(probe)); attempts++) {
      if (attempts === patience.attempts) scene.blame(`${kind}: still accepted after its revocation`)
      if (attempts === patience.attempts) break
      await pause(patience.everyMs)
    }
    revoked.push({ kind, probe })
  }
  return revoked
}

/** Revoked credentials stay so while clocks are set ahead and back. */
export async function probeAll({ counts, blame }: Scene, revoked: readonly Revocation[]) {
  for (const { kind, probe } of revoked) {
    counts.revocations++
    if (!(await isRejected(probe))) blame(`${kind}: accepted after its revocation, when clocks were moved`)
  }
}

/** A device that isn't offered its passkey rejects the call itself. Too many calls say nothing. */
async function isRejected(probe: Revocable['probe']): Promise<boolean> {
  try {
    const { status, text } = await probe()
    if (isOwnFailure({ status })) throw new Error(`a call failed: ${status} ${text}`)
    return status >= 400 && status !== 429
  } catch (error) {
    if (error instanceof DOMException) return true
    throw error
  }
}
