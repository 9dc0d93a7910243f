import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

/** The artifacts of a release by what their names end in, and the kind that `npm run release` calls them. */
const kinds = { '.tar.gz': 'archive', '.deb': 'deb', '.cdx.json': 'sbom', '.openvex.json': 'vex' }
const sums = 'SHA256SUMS'
/** `thumbturn-web-0.1.0.tgz` is the package `web`, and `thumbturn-0.1.0.tgz` is `thumbturn`. */
const packagePattern = /^thumbturn(?:-([a-z]+))?-\d[\w.+-]*\.tgz$/

/**
 * The artifacts among files, and in folders: name and path of each.
 * @throws Error a path doesn't exist or isn't an artifact, or two have the same name
 */
export function listGiven(paths) {
  const files = paths.flatMap((path) => listFiles(resolve(path)))
  if (files.length === 0) throw new Error(`There are no artifacts of a release in ${paths.join(', ')}.`)
  const names = files.map((path) => basename(path))
  const double = names.find((name, index) => names.indexOf(name) !== index)
  if (double !== undefined) throw new Error(`Several of the files are called ${double}.`)
  return files.map((path) => ({ name: basename(path), path }))
}

function listFiles(path) {
  if (!existsSync(path)) throw new Error(`${path} doesn't exist.`)
  if (statSync(path).isDirectory())
    return readdirSync(path)
      .filter((name) => isArtifact(name))
      .sort()
      .map((name) => join(path, name))
  if (!isArtifact(basename(path))) throw new Error(`${path} isn't an artifact of a release.`)
  return [path]
}

const isArtifact = (name) => name === sums || findKind(name) !== undefined || packagePattern.test(name)
const findKind = (name) => Object.entries(kinds).find(([end]) => name.endsWith(end))?.[1]

/** The builds that these artifacts need: kinds of the release, where an empty list stands for all, and npm packages. */
export function planBuilds(given) {
  const names = given.map(({ name }) => name)
  const wanted = names.map(findKind).filter((kind) => kind !== undefined)
  // The checksums are those of all kinds.
  const release = names.includes(sums) ? [] : wanted.length > 0 ? [...new Set(wanted)] : undefined
  const packages = names.flatMap((name) => {
    const match = packagePattern.exec(name)
    return match ? [match[1] ?? 'thumbturn'] : []
  })
  return { release, packages }
}
