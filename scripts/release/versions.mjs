// The places that name the current version, other than the changelog.

/** Text of these kinds; everything else is history, or a test of one version. */
const kinds = /\.(json|ts|mjs|md|mdx|sh|yaml|xml|kts|py|toml)$|\.env\.example$/
const history = /(^|\/)(results|migrations)\/|^CHANGELOG\.md$|\.test\.ts$|^scripts\/release\//

/** Whether a tracked file can name the current version. */
export const isWritten = (path) => kinds.test(path) && !history.test(path)

/** Names of artifacts, images, and tags that end in the version, wherever they are. */
const names = [
  'thumbturn(?:-[a-z]+)*[-_:]v?',
  'tags/v',
  'image\\.tag=',
  '<artifactId>thumbturn(?:-[a-z]+)*</artifactId>\\s*<version>',
]

/** Text before the version in certain files. */
export const places = {
  'packages/contract/src/vocabulary/publication.ts': ["packageVersion = '"],
  'packages/contract/src/current/public.ts': ["version: Type.String\\(\\{ examples: \\['"],
  'deploy/helm/thumbturn/Chart.yaml': ['ersion: '],
  'sdks/python/pyproject.toml': ['^version = "'],
  'sdks/python/src/thumbturn/__init__.py': ['__version__ = "'],
  'apps/agent/src/mcp/tools.ts': ["version: '"],
  'apps/docs/docs/operate/monitoring.mdx': ['"version":"'],
}

/** The text of a file, with the new version in each place that names the current one. */
export function replaceVersion(path, text, { from, to }) {
  if (/(^|\/)package(-lock)?\.json$/.test(path)) return replaceInManifest(text, { from, to })
  const before = [...names, ...(places[path] ?? [])].join('|')
  return text.replaceAll(new RegExp(`(${before})${from.replaceAll('.', '\\.')}(?![\\d.]*\\d)`, 'gm'), `$1${to}`)
}

/** Manifests and lock files: the versions of our own packages, and what depends on them. */
function replaceInManifest(text, { from, to }) {
  const content = JSON.parse(text)
  const packages = content.packages === undefined ? [content] : [content, ...Object.values(content.packages)]
  const own = packages.filter(({ name, link }) => !link && isOwn(name ?? ''))
  // A workspace in a lock file has a path instead of a name.
  const workspaces = Object.entries(content.packages ?? {}).filter(([path]) => !path.includes('node_modules'))
  for (const one of new Set([...own, ...workspaces.map(([, one]) => one)])) updatePackage(one, { from, to })
  return `${JSON.stringify(content, null, 2)}\n`
}

const isOwn = (name) => name === 'thumbturn' || name.startsWith('@thumbturn/')

function updatePackage(one, { from, to }) {
  if (one.version === from) one.version = to
  for (const kind of ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'])
    for (const [name, version] of Object.entries(one[kind] ?? {}))
      if (isOwn(name) && version === from) one[kind][name] = to
}
