// Imports, exports, backs up, and moves many users with the commands of that name, each as a process of its own on SQLite,
// and prints the rates and the peak of resident memory. With --postgres, the move goes there, to an empty database:
//   node bench/imports.ts --users 100000 --postgres postgres://me@localhost/empty
import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { generateKey } from '@thumbturn/testkit'

const main = fileURLToPath(import.meta.resolve('@thumbturn/service/main.ts'))
const { values } = parseArgs({
  options: { users: { type: 'string', default: '100000' }, postgres: { type: 'string' } },
})
const users = Number(values.users)
if (!Number.isInteger(users) || users < 1) throw new Error('--users takes a whole number from 1')

// Reading a key costs the same however often it occurs, and making one costs more.
const keys = Array.from({ length: 100 }, () => generateKey(-7).cose.toString('base64url'))

function* listLines() {
  yield '{"format":"thumbturn-users","version":1,"rpId":"example.com"}\n'
  for (let at = 0; at < users; at++) {
    const passkey = {
      credentialId: randomBytes(32).toString('base64url'),
      publicKeyCose: keys[at % keys.length],
      userHandle: randomBytes(32).toString('base64url'),
      backupEligible: true,
      backedUp: true,
      transports: ['internal', 'hybrid'],
    }
    yield `${JSON.stringify({ username: `${randomUUID()}@example.com`, passkeys: [passkey] })}\n`
  }
  yield `${JSON.stringify({ end: true, users })}\n`
}

type Measurement = { seconds: number; peakMegabytes: number; output: string }

/** Runs a command until it ends; the peak of its resident memory is sampled, since a process that ended has none. */
async function measure(args: readonly string[], folder: string): Promise<Measurement> {
  const start = performance.now()
  const child = spawn(process.execPath, [main, ...args], {
    env: { DATA_DIR: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let peak = 0
  const sampling = new AbortController()
  const sampled = samplePeak(child.pid!, sampling.signal, (kilobytes) => {
    peak = kilobytes
  })
  const code = await ended
  sampling.abort()
  await sampled
  if (code !== 0) throw new Error(`thumbturn ${args[0]} ended with exit code ${code}`)
  return { seconds: (performance.now() - start) / 1000, peakMegabytes: peak / 1024, output }
}

async function samplePeak(pid: number, signal: AbortSignal, onSample: (kilobytes: number) => void) {
  while (!signal.aborted) {
    try {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
      if (kilobytes !== undefined) onSample(Number(kilobytes))
    } catch {
      return
    }
    await sleep(50)
  }
}

const folder = mkdtempSync(join(tmpdir(), 'bench-imports-'))
try {
  const file = join(folder, 'users.jsonl')
  await pipeline(Readable.from(listLines()), createWriteStream(file))
  const megabytes = (statSync(file).size / 2 ** 20).toFixed(0)
  console.log(`${users} users with one passkey each, ${megabytes} MB, Node ${process.version}`)
  await measure(['app', 'create', 'shop', '--rp-id', 'example.com', '--origin', 'https://example.com'], folder)
  const steps: [what: string, args: string[]][] = [
    ['dry run', ['import', file, '--app', 'shop', '--dry-run']],
    ['import', ['import', file, '--app', 'shop']],
    ['repeated import', ['import', file, '--app', 'shop']],
    ['export', ['export', join(folder, 'export.jsonl'), '--app', 'shop']],
    ['backup', ['backup', join(folder, 'one.backup'), '--without-key', '--json']],
    ['move', ['migrate', '--to', values.postgres ?? `sqlite:${join(folder, 'moved.db')}`, '--json']],
  ]
  for (const [what, args] of steps) {
    const { seconds, peakMegabytes, output } = await measure(args, folder)
    const rate = Math.round(users / seconds)
    console.log(
      `${what}: ${seconds.toFixed(1)} s, ${rate} users/s, peak ${peakMegabytes.toFixed(0)} MB. ${output.startsWith('{') ? '' : output.trim()}`.trim(),
    )
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
