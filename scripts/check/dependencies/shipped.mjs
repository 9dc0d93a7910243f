import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createProductionLock } from '../../release/production-lock.mjs'
import { root } from '../../run/install.mjs'
import { products } from './products.mjs'

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

/** The packages that a part contains, by their path, and those that its workspaces name themselves. */
export function listShipped({ name, workspaces }, lock = readJson('package-lock.json')) {
  const direct = listDirect(workspaces)
  return { direct, packages: lockDependencies(name, direct, lock) }
}

export const listProducts = () => products.map((product) => ({ ...product, ...listShipped(product) }))

function listDirect(workspaces) {
  const all = workspaces.flatMap((path) => Object.entries(readJson(`${path}/package.json`).dependencies ?? {}))
  return Object.fromEntries(
    all.filter(([name]) => !name.startsWith('@thumbturn/')).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}

function lockDependencies(name, dependencies, lock) {
  const { '': _, ...packages } = createProductionLock({ name, version: '0', dependencies }, lock).packages
  return packages
}

/** Of each direct dependency: its license, how many packages it brings, itself included, and their size in bytes. */
export function describeDirect({ direct, packages }) {
  const lock = { packages }
  return Object.entries(direct).map(([name, version]) => {
    const brought = Object.keys(lockDependencies(name, { [name]: version }, lock))
    const bytes = brought.reduce((sum, path) => sum + measurePackage(path), 0)
    return { name, license: packages[`node_modules/${name}`].license, brought: brought.length, bytes }
  })
}

/** The files of an installed package, without the packages in it. */
function measurePackage(path) {
  const cwd = join(root, path)
  const exclude = (found) => found === 'node_modules'
  const files = globSync('**/*', { cwd, exclude, withFileTypes: true }).filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
