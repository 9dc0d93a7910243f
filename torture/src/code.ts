import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The code of the service, which most targets are about. */
export const serviceFolders = ['apps/service/src', 'packages/contract/src', 'packages/webauthn/src']

/** A digest of the TypeScript in these folders: it tells whether code has changed since a run, also without the history. */
export function digestCode(folders: readonly string[] = serviceFolders): string {
  const hash = createHash('sha256')
  const paths = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).toSorted()
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
