import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { startNode as startAnyNode } from '../programs/node.ts'
import type { Release } from './releases.ts'

/** The settings that the nodes of an installation have in common. */
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
  const node = await startAnyNode(mainIn(release), {
    ...settings,
    PORT: String(await findFreePort()),
    HOST: '127.0.0.1',
    BASE_URL: 'https://id.example.com',
    THUMBTURN_MODE: 'production',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  })
  t.after(() => node.stop('SIGKILL'))
  return { name: release.name, url: node.url, stop: async () => assert.deepEqual(await node.stop(), [0, null]) }
}
