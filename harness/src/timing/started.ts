import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connectTo, type TimedConnection } from './connection.ts'

const main = fileURLToPath(import.meta.resolve('@thumbturn/service/main.ts'))

/** The real program in its own process, with a new database, and one connection to it. */
export type StartedService = TimedConnection & {
  origin: string
  /** Changes settings of the application `demo`, and waits until they take effect. */
  set(...settings: string[]): Promise<void>
  stop(): Promise<void>
}

/** Starts the program on a free port. */
export async function startedService(): Promise<StartedService> {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-timing-'))
  // More calls than an unauthenticated caller can make, because each call is measured.
  const env = { PATH: process.env.PATH, DATA_DIR: folder, PORT: '0', RATE_LIMITS: 'off' }
  const child = spawn(process.execPath, [main, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const origin = await addressIn(child.stdout)
  // Drains the log so that the program can keep writing it.
  child.stdout.resume()
  const connection = connectTo(origin)
  const settings = (given: string[]) => given.flatMap((setting) => ['--set', setting])
  return {
    ...connection,
    origin,
    async set(...given) {
      await promisify(execFile)(process.execPath, [main, 'app', 'set', 'demo', ...settings(given)], { env })
      await sleep(1_500)
    },
    async stop() {
      connection.close()
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function addressIn(stdout: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let observed = ''
    stdout.setEncoding('utf8').on('data', (text: string) => {
      observed += text
      const [, origin] = /(http:\/\/localhost:\d+)/.exec(observed) ?? []
      if (origin) resolve(origin)
    })
    stdout.once('end', () => reject(new Error(`The service ended:\n${observed}`)))
  })
}
