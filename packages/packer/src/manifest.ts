import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The fields of a package.json that this repository uses. */
export type Manifest = {
  name: string
  version: string
  description?: string
  exports?: Readonly<Record<string, string | { types: string; default: string }>>
  dependencies?: Readonly<Record<string, string>>
  peerDependencies?: Readonly<Record<string, string>>
  [field: string]: unknown
}

/** The package.json in that folder. */
export const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

/** The modules that can be imported from the package in that folder: the name and its source file. */
export const listEntries = (folder: string) => Object.entries(readManifest(folder).exports as Record<string, string>)

/** Fields that mean something inside the repository only. */
const internal = ['private', 'scripts', 'devDependencies', 'exports', 'bin']

/**
 * The manifest of the package that is built from `folder`: its own fields, what all packages share (version, license,
 * repository), and `built`, which describes the built files.
 */
export function publishedManifest(folder: string, built: Partial<Manifest>): Manifest {
  const { version, license, homepage, bugs, repository } = readManifest(root)
  const own = Object.fromEntries(Object.entries(readManifest(folder)).filter(([name]) => !internal.includes(name)))
  const place = { ...(repository as object), directory: relative(root, folder).replaceAll('\\', '/') }
  return { ...(own as Manifest), version, license, homepage, bugs, repository: place, ...built }
}

/** Writes the manifest, the license, and the README of `folder` into `dist`. */
export function writePackageFiles(folder: string, dist: string, manifest: Manifest): void {
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(root, 'LICENSE'), join(dist, 'LICENSE'))
  if (existsSync(join(folder, 'README.md'))) copyFileSync(join(folder, 'README.md'), join(dist, 'README.md'))
}
