import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'

export const root = resolve(import.meta.dirname, '../../..')

type Prepared = 'DEPLOY_CERTIFICATES' | 'CADDY_PATH' | 'COMPOSE_PATH' | 'HELM_PATH' | 'MAILPIT_PATH'

/** The path of a file or folder that scripts/test/deploy-test.mjs prepared. */
export const findPrepared = (name: Prepared) =>
  process.env[name] ?? assert.fail('Run these tests with `npm run deploy:test`')

/** A folder that exists for one test. */
export function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-deploy-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
