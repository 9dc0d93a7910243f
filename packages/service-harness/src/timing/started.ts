import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Client, PublicCall } from '../public-calls.ts'

const main = fileURLToPath(import.meta.resolve('@thumbturn/service/main.ts'))

/** The real program in its own process, with a new database, and one connection to it. */
export type StartedService = {
  origin: string
  client: Client
  /** Microseconds from the first byte sent to the last one received. */
  timedCall(call: PublicCall): Promise<number>
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
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = (call: PublicCall) =>
    post(`${origin}${call.path.startsWith('//') ? '' : '/apps/demo/fido2/v2'}`, agent, call)
  const settings = (given: string[]) => given.flatMap((setting) => ['--set', setting])
  return {
    origin,
    client: async (call) => {
      const { status, text } = await ask(call)
      return { status, body: text === '' ? undefined : JSON.parse(text) }
    },
    timedCall: async (call) => (await ask(call)).micros,
    async set(...given) {
      await promisify(execFile)(process.execPath, [main, 'app', 'set', 'demo', ...settings(given)], { env })
      await sleep(1_500)
    },
    async stop() {
      agent.destroy()
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

type Timed = { status: number; text: string; micros: number }

function post(base: string, agent: Agent, { path, body, token }: PublicCall): Promise<Timed> {
  const payload = JSON.stringify(body)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(payload)),
    ...(token !== undefined && { authorization: token }),
  }
  return new Promise((resolve, reject) => {
    const started = process.hrtime.bigint()
    const sent = request(`${base}/${path.replace(/^\/+/, '')}`, { method: 'POST', agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      response.on('end', () => {
        const micros = Number(process.hrtime.bigint() - started) / 1000
        resolve({ status: response.statusCode ?? 0, text, micros })
      })
    })
    sent.on('error', reject).end(payload)
  })
}
