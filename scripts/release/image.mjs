import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execute } from './execute.mjs'
import { facts } from './fill.mjs'

/**
 * Builds the container image of this machine's architecture with Docker. Returns its tag and its size in bytes.
 * @throws Error Docker isn't running, or the image could not be built
 */
export async function buildImage(tree, { base, signal }) {
  const tag = `thumbturn:${facts.version}`
  const labels = {
    title: 'thumbturn',
    description: facts.description,
    version: facts.version,
    licenses: facts.license,
    source: facts.home,
    revision: readCommit(tree),
  }
  const labeled = Object.entries(labels).flatMap(([name, value]) => [
    '--label',
    `org.opencontainers.image.${name}=${value}`,
  ])
  const args = base === undefined ? [] : ['--build-arg', `BASE=${base}`]
  await execute('docker', ['build', '--quiet', '--tag', tag, ...labeled, ...args, tree], { signal })
  const [{ Size: size }] = JSON.parse(execFileSync('docker', ['image', 'inspect', tag], { encoding: 'utf8' }))
  return { tag, size }
}

/** The commit, or the hash of the sources, that the tree was built from. */
const readCommit = (tree) => JSON.parse(readFileSync(join(tree, 'app/package.json'), 'utf8')).release
