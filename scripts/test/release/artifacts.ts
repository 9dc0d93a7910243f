import assert from 'node:assert/strict'
import { type SpawnOptionsWithoutStdio, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { TestContext } from 'node:test'

export const root = resolve(import.meta.dirname, '../../..')

/** Where scripts/test/release-test.mjs put the artifacts. */
export const releaseFolder = process.env.RELEASE_DIR ?? assert.fail('Run these tests with `npm run release:test`')

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The one artifact that the pattern matches. */
export function findArtifact(pattern: string): string {
  const found = globSync(pattern, { cwd: releaseFolder })
  assert.equal(found.length, 1, `${pattern} in ${releaseFolder}`)
  return join(releaseFolder, found[0]!)
}

/** A folder that exists for one test. */
export function createFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-release-test-'))
  t.after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** Runs a command and returns what it wrote to standard output. Fails with its errors if it fails. */
export function run(command: string, args: readonly string[], options: SpawnOptionsWithoutStdio = {}): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', ...options })
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${error?.message ?? stderr}${stdout}`)
  return stdout
}

/** Starts a service and resolves once its output contains the pattern. The test ends it. */
export async function startProgram(
  t: TestContext,
  [command, ...args]: readonly [string, ...string[]],
  { until, ...options }: { until: RegExp } & SpawnOptionsWithoutStdio,
) {
  const child = spawn(command, args, options)
  t.after(() => child.kill('SIGKILL'))
  let output = ''
  const ended = once(child, 'close')
  const isReady = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
        if (until.test(output)) resolve()
      })
    child.on('error', reject)
    void ended.then(() => reject(new Error(`It ended: ${output}`)))
  })
  await isReady
  return { child, ended, readOutput: () => output }
}
