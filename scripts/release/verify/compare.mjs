import { createHash } from 'node:crypto'
import { constants, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { execute } from '../execute.mjs'

const mostListed = 20

const hash = (bytes) => createHash('sha256').update(bytes).digest('hex')

/** Compares artifacts with those that were built. For each: its name, its SHA-256, whether it is equal, and what differs. */
export async function compareArtifacts(given, built, { folder, signal }) {
  const compared = []
  for (const { name, path } of given) {
    const other = built.get(name)
    const bytes = readFileSync(path)
    const isEqual = other !== undefined && bytes.equals(readFileSync(other))
    const differences = isEqual ? [] : await listDifferences(path, other, { folder, signal })
    compared.push({ name, sha256: hash(bytes), isEqual, differences })
  }
  return compared
}

async function listDifferences(path, other, context) {
  if (other === undefined) return ['this commit builds no file of this name']
  const place = describePlace(readFileSync(path), readFileSync(other))
  if (findUnpacker(path) === undefined) return [place]
  const found = await compareContents([path, other], context).catch(() => [`${place}, and it can't be unpacked`])
  return found.length > 0 ? found : [`${place}: the files in it are the same, and are packed differently`]
}

function describePlace(given, built) {
  const length = Math.min(given.length, built.length)
  let at = 0
  while (at < length && given[at] === built[at]) at += 1
  const sizes = given.length === built.length ? '' : `, and it has ${given.length} bytes instead of ${built.length}`
  return `the first difference is at byte ${at}${sizes}`
}

const unpackers = {
  '.tar.gz': (path, to) => ['tar', ['-xzf', path, '--no-same-owner', '-C', to]],
  '.tgz': (path, to) => ['tar', ['-xzf', path, '--no-same-owner', '-C', to]],
  '.deb': (path, to) => ['dpkg-deb', ['--raw-extract', path, to]],
}

const findUnpacker = (path) => Object.entries(unpackers).find(([end]) => path.endsWith(end))?.[1]

/** The files in two archives that differ, or that only one of them has. */
async function compareContents(paths, { folder, signal }) {
  const [given, built] = await Promise.all(
    paths.map((path, index) => readContents(path, join(folder, `${index}`), signal)),
  )
  const names = [...new Set([...given.keys(), ...built.keys()])].sort()
  const found = names.flatMap((name) => {
    if (!built.has(name)) return [`has ${name}, which this commit doesn't build`]
    if (!given.has(name)) return [`lacks ${name}`]
    return given.get(name) === built.get(name) ? [] : [`differs in ${name}`]
  })
  const more = found.length - mostListed
  return more > 0 ? [...found.slice(0, mostListed), `and in ${more} more files`] : found
}

/** Mode and content of each file in an archive by its path. */
async function readContents(path, to, signal) {
  mkdirSync(to)
  try {
    const [command, args] = findUnpacker(path)(path, to)
    await execute(command, args, { signal })
    const files = readdirSync(to, { recursive: true }).map((name) => [name, describeFile(join(to, name))])
    return new Map(files.filter(([, content]) => content !== undefined))
  } finally {
    rmSync(to, { recursive: true, force: true })
  }
}

/** Undefined for a folder. */
function describeFile(path) {
  const { mode } = lstatSync(path)
  const type = mode & constants.S_IFMT
  if (type === constants.S_IFDIR) return undefined
  return `${mode} ${type === constants.S_IFLNK ? readlinkSync(path) : hash(readFileSync(path))}`
}
