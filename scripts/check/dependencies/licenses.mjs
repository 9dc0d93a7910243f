/** Licenses that ask for nothing but notices, which `licenses.md` of a release contains. */
const allowed = new Set(['MIT', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC'])

/** Other licenses, with the only packages that can have them, and why. */
export const exceptions = {
  '0BSD': { packages: ['tslib'], reason: 'Asks for nothing, not even a notice.' },
  'BlueOak-1.0.0': {
    packages: ['@isaacs/nonrecursive-glob-match', 'glob', 'lru-cache', 'minimatch', 'minipass', 'path-scurry'],
    reason: 'Permissive, as MIT, with a patent license.',
  },
  'MIT-0': { packages: ['nodemailer'], reason: 'MIT without the notice.' },
  'MIT and ISC': { packages: ['@visx/vendor'], reason: 'Both are allowed; the package contains parts of D3.' },
  'OFL-1.1': { packages: ['@fontsource-variable/inter'], reason: 'A font: its license covers only the font itself.' },
  Unlicense: { packages: ['robust-predicates'], reason: 'In the public domain.' },
}

/** The packages of a lock file whose license isn't allowed; `packages` by their path, as in the lock file. */
export function findLicenseProblems(packages) {
  return Object.entries(packages).flatMap(([path, { license }]) => {
    const name = readPackageName(path)
    if (isAllowed(license, name)) return []
    return [`${name}: ${license ?? 'no license'}`]
  })
}

/** `A OR B` offers a choice, and `A AND B` requires both. */
function isAllowed(license, name) {
  if (exceptions[license]?.packages.includes(name)) return true
  const choices = license?.replaceAll(/[()]/g, '').split(' OR ') ?? []
  return choices.some((choice) => choice.split(' AND ').every((one) => allowed.has(one)))
}

/** The package that is installed at a path. */
export const readPackageName = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
