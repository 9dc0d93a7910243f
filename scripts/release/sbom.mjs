import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { execute } from './execute.mjs'
import { facts } from './fill.mjs'
import { libatomicVersion } from './platforms.mjs'

/**
 * Writes the CycloneDX SBOM of the packages locked in `service`, of the dashboard with those locked in `dashboard`, and of
 * Node. It depends on nothing but them and the time.
 */
export async function writeSbom(path, { service, dashboard, seconds, signal }) {
  const list = async (cwd) => JSON.parse(await execute('npm', listing, { cwd, signal }))
  const content = completeSbom(await list(service), { dashboard: await list(dashboard), seconds })
  writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`)
}

const listing = [
  'sbom',
  '--sbom-format=cyclonedx',
  '--sbom-type=application',
  '--package-lock-only',
  '--loglevel=error',
]

/** The dashboard as one component: its pages contain the packages that npm lists for it. npm names it by its folder. */
function describeDashboard(dashboard) {
  const withoutReference = ({ 'bom-ref': bomRef, ...component }) => component
  const components = dashboard.components.map(withoutReference)
  return { ...dashboard.metadata.component, type: 'library', name: '@thumbturn/dashboard', components }
}

/** The library of Debian that archives and the image contain. */
function describeLibatomic() {
  const version = libatomicVersion.replace(/cross\d+$/, '')
  const purl = `pkg:deb/debian/libatomic1@${version}`
  return { 'bom-ref': `libatomic1@${version}`, type: 'library', name: 'libatomic1', version, scope: 'required', purl }
}

/**
 * Completes npm's list with the dashboard, Node, libatomic, the commit's time, and a serial number that follows from the content
 * (a UUID of version 8, RFC 9562). npm's own version is left out: it differs between machines.
 */
export function completeSbom(listed, { dashboard, seconds }) {
  const { node, version, license, home } = facts
  const runtime = {
    'bom-ref': `node@${node}`,
    type: 'platform',
    name: 'node',
    version: node,
    scope: 'required',
    purl: `pkg:generic/node@${node}`,
    cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
  }
  const added = [describeDashboard(dashboard), runtime, describeLibatomic()]
  const reference = listed.metadata.component['bom-ref']
  const component = {
    ...listed.metadata.component,
    name: 'thumbturn',
    licenses: [{ license: { id: license } }],
    externalReferences: [{ type: 'website', url: home }],
  }
  const content = {
    ...listed,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      lifecycles: listed.metadata.lifecycles,
      component,
    },
    components: [...listed.components, ...added],
    dependencies: listed.dependencies.map((one) =>
      one.ref === reference ? { ...one, dependsOn: [...one.dependsOn, ...added.map((part) => part['bom-ref'])] } : one,
    ),
    serialNumber: undefined,
  }
  return { ...content, serialNumber: `urn:uuid:${hashToUuid(`${version} ${JSON.stringify(content)}`)}` }
}

function hashToUuid(text) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6] & 0x0f) | 0x80
  bytes[8] = (bytes[8] & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
