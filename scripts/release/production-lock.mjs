// The part of the repository's lock file that a package depends on: the components of a release.

/**
 * A lock file for `manifest` alone, with the versions and hashes of `lock`, the lock file of the whole repository.
 * @throws Error a package is locked inside a workspace, or depends on the platform, which would need one tree for each
 */
export function createProductionLock({ name, version, dependencies }, lock) {
  const packages = {}
  const reach = (names, from) => {
    for (const name of Object.keys(names ?? {})) {
      const path = resolvePackage(lock, name, from)
      if (path === undefined || path in packages) continue
      packages[path] = checkPackage(path, lock.packages[path])
      reach(packages[path].dependencies, path)
      reach(packages[path].optionalDependencies, path)
    }
  }
  reach(dependencies, '')
  const missing = Object.keys(dependencies).find((name) => !(`node_modules/${name}` in packages))
  if (missing !== undefined) throw new Error(`package-lock.json doesn't contain ${missing}`)
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name, version, dependencies }, ...packages },
  }
}

/** Where Node would find the package, beginning at the package in `from`; undefined for an optional one that isn't installed. */
function resolvePackage({ packages }, name, from) {
  const path = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (path in packages) return path
  if (from === '') return undefined
  const end = from.lastIndexOf('/node_modules/')
  return resolvePackage({ packages }, name, end < 0 ? '' : from.slice(0, end))
}

function checkPackage(path, locked) {
  if (locked.link) throw new Error(`${path} is a workspace: it must be part of the bundle`)
  if (locked.os || locked.cpu || locked.libc || locked.hasInstallScript)
    throw new Error(`${path} depends on the platform: install it for each architecture`)
  return locked
}
