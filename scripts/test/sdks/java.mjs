import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether Java 17 or later and Maven are installed. */
export function isJavaReady() {
  const { status, stdout } = spawnSync('mvn', ['--version'], { encoding: 'utf8' })
  const [, major] = /Java version: (\d+)/.exec(stdout ?? '') ?? []
  return status === 0 && Number(major) >= 17
}

export function testJava({ run, sdk }) {
  const maven = (...args) => run('mvn', '--batch-mode', ...args)
  maven('--quiet', 'spotless:check')
  maven('clean', 'verify')
  const built = hashJars(sdk)
  maven('--quiet', 'clean', 'package', '-DskipTests')
  const changed = Object.entries(hashJars(sdk)).filter(([name, hash]) => hash !== built[name])
  if (changed.length > 0) throw new Error(`A second build changes ${changed.map(([name]) => name).join(', ')}`)
}

const isPublished = (name) => /-\d+\.\d+\.\d+(-sources|-javadoc)?\.jar$/.test(name)

/** The hash of each jar that is published. */
function hashJars(sdk) {
  const jars = readdirSync(sdk, { recursive: true }).filter((name) => name.includes('target/') && isPublished(name))
  if (jars.length === 0) throw new Error('The build made no jar')
  const hash = (name) =>
    createHash('sha256')
      .update(readFileSync(join(sdk, name)))
      .digest('hex')
  return Object.fromEntries(jars.map((name) => [name, hash(name)]))
}
