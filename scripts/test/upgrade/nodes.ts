import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import type { Release } from './releases.ts'

/** What the nodes of an installation have in common. */
export type Settings = Record<'DATA_DIR' | 'DATABASE_URL' | 'THUMBTURN_MASTER_KEY', string> & { PORT?: string }

/** A running node of a release. */
export type RunningNode = { name: string; url: string; stop(): Promise<void> }

const mainIn = ({ folder }: Release) => join(folder, 'apps/service/src/main.ts')

/** Runs a command of a release until it ends. */
export function runCommand(release: Release, args: readonly string[], settings: Settings) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [mainIn(release), ...args], {
    env: settings,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

/** Starts a node and resolves once it is ready for traffic. */
export async function startNode(t: TestContext, release: Release, settings: Settings): Promise<RunningNode> {
  const port = await findFreePort()
  const env = {
    ...settings,
    PORT: String(port),
    HOST: '127.0.0.1',
    BASE_URL: 'https://id.example.com',
    THUMBTURN_MODE: 'production',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  }
  const child = spawn(process.execPath, [mainIn(release)], { env, stdio: ['ignore', 'inherit', 'pipe'] })
  t.after(() => child.kill('SIGKILL'))
  const ended = once(child, 'close')
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    assert.equal(child.exitCode, null, errors)
    await pause(20)
  }
  const stop = async () => {
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  }
  return { name: release.name, url, stop }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
