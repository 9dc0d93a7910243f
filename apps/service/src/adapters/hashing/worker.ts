import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * Everything else goes first. Linux knows threads by ids of their own, which only /proc tells; elsewhere, a priority would
 * be that of the whole process.
 */
function yieldToOthers() {
  try {
    const [, , thread] = readlinkSync('/proc/thread-self').split('/')
    setPriority(Number(thread), constants.priority.PRIORITY_LOW)
  } catch {
    // Without it, the number of workers alone keeps cores free.
  }
}

yieldToOthers()
parentPort!.on('message', (parameters: Argon2Parameters) => parentPort!.postMessage(argon2Sync('argon2id', parameters)))
