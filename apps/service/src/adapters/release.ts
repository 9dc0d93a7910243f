import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The files of the service, relative to its folder. */
const sources = [
  'package-lock.json',
  'apps/service/{package.json,src/**/*.ts}',
  'packages/*/{package.json,src/**/*.ts}',
]

/**
 * Identifies the release in that folder: the commit ID of a Git checkout, otherwise the SHA-256 (hex) of its sources,
 * which is the same for every copy.
 */
export const hashRelease = (folder: string): string => readCommit(folder) ?? hashSources(folder)

function hashSources(folder: string): string {
  const hash = createHash('sha256')
  for (const path of globSync(sources, { cwd: folder }).sort()) {
    const content = readFileSync(join(folder, path))
    hash.update(`${path.replaceAll('\\', '/')}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

/** The checked-out commit, read without Git, which containers rarely have (gitrepository-layout(5)). */
function readCommit(folder: string): string | undefined {
  const gitDir = findGitDir(folder)
  const head = gitDir && readText(gitDir, 'HEAD')
  if (!head) return undefined
  const ref = /^ref: (.+)$/.exec(head)?.[1]
  const commit = ref === undefined ? head : readRef(gitDir, ref)
  return commit !== undefined && /^[0-9a-f]{40,64}$/.test(commit) ? commit : undefined
}

/** In a linked worktree, `.git` is a file that names the folder. */
function findGitDir(folder: string): string | undefined {
  const path = join(folder, '.git')
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path
  const named = /^gitdir: (.+)$/.exec(readText(folder, '.git') ?? '')?.[1]
  return named === undefined ? undefined : resolve(folder, named)
}

function readRef(gitDir: string, ref: string): string | undefined {
  const common = resolve(gitDir, readText(gitDir, 'commondir') ?? '.')
  const packed = readText(common, 'packed-refs')?.split('\n') ?? []
  return (
    readText(gitDir, ref) ?? readText(common, ref) ?? packed.find((line) => line.endsWith(` ${ref}`))?.split(' ')[0]
  )
}

function readText(folder: string, name: string): string | undefined {
  try {
    return readFileSync(join(folder, name), 'utf8').trim()
  } catch {
    return undefined
  }
}
