import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { facts } from './fill.mjs'

const source = join(import.meta.dirname, 'vex.json')

/** Writes the OpenVEX document of this release: its statements are those of vex.json, about all of its artifacts. */
export function writeVex(path, { seconds }) {
  const document = completeVex(JSON.parse(readFileSync(source, 'utf8')), { seconds, name: basename(path) })
  writeFileSync(path, `${JSON.stringify(document, null, 2)}\n`)
}

/** An OpenVEX 0.2.0 document. `seconds` is the time of the release, and `name` that of the file. */
export function completeVex(statements, { seconds, name }) {
  const { version, home } = facts
  return {
    '@context': 'https://openvex.dev/ns/v0.2.0',
    '@id': `${home}/releases/download/v${version}/${name}`,
    author: 'The Thumbturn authors',
    timestamp: new Date(seconds * 1000).toISOString(),
    version: 1,
    statements: statements.map(({ subcomponents, ...statement }) => ({
      ...statement,
      products: listProducts().map((id) => ({
        '@id': id,
        ...(subcomponents && { subcomponents: toIds(subcomponents) }),
      })),
    })),
  }
}

const toIds = (components) => components.map((id) => ({ '@id': id }))

/** Package URLs by which scanners recognize the npm package, the Debian package, and the image of this release. */
function listProducts() {
  const { version, home } = facts
  const image = `ghcr.io/${new URL(home).pathname.slice(1)}`
  return [
    `pkg:npm/thumbturn@${version}`,
    `pkg:deb/thumbturn@${version}`,
    `pkg:oci/thumbturn?repository_url=${image}&tag=v${version}`,
  ]
}
