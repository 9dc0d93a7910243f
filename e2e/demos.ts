import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { end, type Running, root } from './running.ts'

/** Demo backends next to a running service: each page's URL by name, without a trailing slash. */
export type Demos<Name extends string> = { addresses: Record<Name, string>; stop(): Promise<void> }

/**
 * Starts backends of the demo on free ports, as `npm start` does for the service; `settings` are further ones of
 * theirs, from the environment.
 */
export async function startDemos<Name extends string>(
  { url, data }: Running,
  names: readonly Name[],
  settings: Record<string, string> = {},
): Promise<Demos<Name>> {
  const ports = await Promise.all(names.map(async (name) => [name, await findFreePort()] as const))
  const own = Object.fromEntries(ports.map(([name, port]) => [`${name.toUpperCase()}_PORT`, String(port)]))
  const environment = { SERVICE_URL: url, DATA_DIR: data, THUMBTURN_MODE: 'development', ...own, ...settings }
  const child = spawn(process.execPath, ['apps/demo/backends/main.ts', ...names], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const addresses = Object.fromEntries(ports.map(([name, port]) => [name, `http://localhost:${port}`]))
  await allAnswer(child, Object.values(addresses))
  return { addresses: addresses as Record<Name, string>, stop: () => end(child, 'SIGTERM') }
}

/** One backend starts after the other, and in a run of all tests they share two processors with many. */
const longestStartMs = 120_000

async function allAnswer(child: ChildProcess, addresses: string[]): Promise<void> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (said += chunk))
  for (const deadline = Date.now() + longestStartMs; Date.now() < deadline; await pause(50)) {
    const responses = await Promise.all(
      addresses.map((address) => fetch(`${address}/settings.json`).catch(() => undefined)),
    )
    if (responses.every((response) => response?.ok)) return
    if (child.exitCode !== null || /does not run/.test(said)) break
  }
  child.kill('SIGKILL')
  throw new Error(`The demos did not start:\n${said}`)
}
