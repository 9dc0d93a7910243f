import { type Argon2Parameters, argon2Sync } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'

/**
 * Everything else has priority. Linux has thread IDs of its own, which only /proc reveals; elsewhere the priority would
 * apply to the whole process.
 */
function yieldToOthers() {
  try {
    const [, , thread] = readlinkSync('/proc/thread-self').split('/')
    setPriority(Number(thread), constants.priority.PRIORITY_LOW)
  } catch {
    // Without it, only the number of workers keeps cores free.
  }
}

yieldToOthers()
parentPort!.on('message', (parameters: Argon2Parameters) => parentPort!.postMessage(argon2Sync('argon2id', parameters)))
