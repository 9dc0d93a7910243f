import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../programs/folder.ts'

/** Where scripts/test/release-test.mjs put the artifacts. */
export const releaseFolder = process.env.RELEASE_DIR ?? assert.fail('Run these tests with `npm run release:test`')

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** The one artifact that the pattern matches. */
export function findArtifact(pattern: string): string {
  const found = globSync(pattern, { cwd: releaseFolder })
  assert.equal(found.length, 1, `${pattern} in ${releaseFolder}`)
  return join(releaseFolder, found[0]!)
}

/** Whether the log of a service says that it is ready. */
export const logsReadiness = async (output: string) => output.includes('"msg":"Ready"')
