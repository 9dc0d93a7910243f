import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBreachedPasswords } from '@thumbturn/service/adapters/breached-passwords.ts'
import * as original from '@thumbturn/service/installation.ts'
import { failing, withoutFailures } from '../runs/failing-calls/faults.ts'

export * from '@thumbturn/service/installation.ts'

const breached = await openList()

/** A list of breached passwords that no test uses: each new password is looked up in its file. */
async function openList() {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-breached-'))
  process.once('exit', () => rmSync(folder, { recursive: true }))
  const path = join(folder, 'passwords')
  writeFileSync(path, createHash('sha1').update('breached').digest('hex'))
  return openBreachedPasswords(path)
}

/** Like the original, with clocks, a courier, and a list of breached passwords that can fail. */
export const connect: typeof original.connect = ({ now = Date.now, monotonic, ...parts }) => {
  const core = original.connect({
    isBreached: breached.has,
    ...parts,
    now: failing('clock', now),
    ...(monotonic && { monotonic: failing('clock', monotonic) }),
  })
  const { courier } = core
  const send: typeof courier.send = (message) => withoutFailures(() => courier.send(message))
  return { ...core, courier: { ...courier, send: failing('message', send) } }
}
