import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readManifest } from './manifest.ts'

/** A package from the registry whose code is part of built files. */
export type BundledPackage = {
  name: string
  version: string
  /** An SPDX expression. */
  license: string
  /** The text of its license; empty if the package has no such file. */
  text: string
}

/**
 * The packages that these files come from, sorted by name.
 * @param files paths below `root`, as in esbuild's metafile
 * @throws Error a package doesn't state its license
 */
export function listBundledPackages(root: string, files: readonly string[]): BundledPackage[] {
  const folders = new Set(files.flatMap((file) => toPackageFolder(file) ?? []))
  return [...folders]
    .map((folder) => describePackage(join(root, folder)))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

const toPackageFolder = (file: string) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]

function describePackage(folder: string): BundledPackage {
  const { name, version, license } = readManifest(folder)
  if (typeof license !== 'string') throw new Error(`${name} doesn't state its license`)
  const [file] = globSync('{LICENSE,LICENCE,license,License,COPYING}*', { cwd: folder })
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : ''
  return { name, version, license, text }
}

/** Writes the names, versions, and licenses of the packages as Markdown. */
export function writeLicenses(path: string, packages: readonly BundledPackage[]): void {
  const sections = packages.map(({ name, version, license, text }) =>
    [`## ${name} ${version} (${license})`, ...(text ? [`~~~text\n${text}\n~~~`] : [])].join('\n\n'),
  )
  const title = '# Licenses\n\nThe code of these packages is part of the files in `lib`.'
  writeFileSync(path, `${[title, ...sections].join('\n\n')}\n`)
}
