import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { end } from '../running.ts'

/** Firefox's own protocol, which has the virtual authenticators of WebDriver; Playwright drives only a patched Firefox. */
export type Marionette = {
  send<Result>(command: string, parameters?: object): Promise<Result>
  stop(): Promise<void>
}

const preferences = {
  'security.webauth.webauthn_enable_softtoken': true,
  'security.webauth.webauthn_enable_usbtoken': false,
  'focusmanager.testmode': true,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'app.update.auto': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
}

/** Starts Firefox without windows, with a profile of its own, and opens a session. */
export async function startFirefox(): Promise<Marionette> {
  const port = await findFreePort()
  const profile = await mkdtemp(join(tmpdir(), 'thumbturn-firefox-'))
  const lines = Object.entries({ ...preferences, 'marionette.port': port }).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const program = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'
  const child = spawn(program, ['--headless', '--marionette', '--no-remote', '--profile', profile, 'about:blank'], {
    env: { ...process.env, HOME: profile },
    stdio: 'ignore',
  })
  const stop = async () => {
    await end(child, 'SIGTERM')
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  try {
    const send = listen(await connectTo(port, child))
    await send('WebDriver:NewSession', { capabilities: { alwaysMatch: {} } })
    await send('WebDriver:SetTimeouts', { script: 10_000 })
    return { send, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function connectTo(port: number, child: ChildProcess): Promise<Socket> {
  for (let attempts = 0; attempts < 300 && child.exitCode === null; attempts++) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch {
      await pause(100)
    }
  }
  throw new Error('Firefox did not start')
}

type Response = [kind: 1, id: number, error: { error: string; message: string } | null, result: unknown]
type Waiting = { resolve(result: unknown): void; reject(error: Error): void }

/** Messages are `length:JSON`. */
function listen(socket: Socket): Marionette['send'] {
  const waiting = new Map<number, Waiting>()
  let received = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const colon = received.indexOf(':')
      const stop = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)))
      if (colon < 0 || received.length < stop) return
      settle(waiting, JSON.parse(received.subarray(colon + 1, stop).toString()))
      received = received.subarray(stop)
    }
  })
  let last = 0
  return (command, parameters = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      const message = JSON.stringify([0, id, command, parameters])
      socket.write(`${Buffer.byteLength(message)}:${message}`)
    })
}

/** The first message is a greeting. */
function settle(waiting: Map<number, Waiting>, message: Response | object) {
  if (!Array.isArray(message)) return
  const [, id, error, result] = message as Response
  const { resolve, reject } = waiting.get(id)!
  waiting.delete(id)
  if (error) reject(new Error(`${error.error}: ${error.message}`))
  else resolve(result)
}
