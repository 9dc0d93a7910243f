import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Whether Java 17 or later and Maven are installed. */
export function isJavaReady() {
  const { status, stdout } = spawnSync('mvn', ['--version'], { encoding: 'utf8' })
  const [, major] = /Java version: (\d+)/.exec(stdout ?? '') ?? []
  return status === 0 && Number(major) >= 17
}

export function testJava({ run, folder, sdk }) {
  const maven = (...args) => run('mvn', '--batch-mode', '--no-transfer-progress', ...args)
  maven('--quiet', 'spotless:check')
  maven('clean', 'verify')
  const built = hashJars(sdk)
  testNextSpring({ maven, sdk })
  maven('--quiet', '--activate-profiles', 'release', 'clean', 'install', '-DskipTests', '-Dgpg.skip')
  const changed = Object.entries(hashJars(sdk)).filter(([name, hash]) => hash !== built[name])
  if (changed.length > 0) throw new Error(`A second build changes ${changed.map(([name]) => name).join(', ')}`)
  maven('--quiet', '--file', writeReadmeProject(sdk, folder), 'package')
}

/** Compiles the tests alone again, so that they use the classes that are published. */
function testNextSpring({ maven, sdk }) {
  rmSync(join(sdk, 'spring-security/target/test-classes'), { recursive: true })
  const onlySpring = ['--projects', 'spring-security', '--also-make', '-Dsurefire.failIfNoSpecifiedTests=false']
  maven('--quiet', 'test', '--activate-profiles', 'spring-security-7', ...onlySpring, '-Dtest=ThumbturnSecurityTest')
}

const isPublished = (name) => /^(server|spring-security)\/target\/[\w.-]+\.jar$/.test(name)

/** Each module has a jar, its sources, and its documentation, without which Maven Central rejects it. */
const jarsPerModule = 3

/** The hash of each jar that is published. */
function hashJars(sdk) {
  const jars = readdirSync(sdk, { recursive: true }).filter((name) => isPublished(name) && !name.includes('-tests'))
  if (jars.length !== 2 * jarsPerModule) throw new Error(`The build made ${jars.join(', ')}`)
  const hash = (name) =>
    createHash('sha256')
      .update(readFileSync(join(sdk, name)))
      .digest('hex')
  return Object.fromEntries(jars.map((name) => [name, hash(name)]))
}

/** The project of the README, as its steps create it. Returns the folder. */
function writeReadmeProject(sdk, folder) {
  const readme = readFileSync(join(sdk, 'README.md'), 'utf8')
  const [, pom] = /^```xml\n([\s\S]*?)^```$/m.exec(readme)
  const [, program] = /^```java\n(package com\.example;[\s\S]*?)^```$/m.exec(readme)
  const project = join(folder, 'backend')
  const source = join(project, 'src/main/java/com/example/Backend.java')
  mkdirSync(dirname(source), { recursive: true })
  writeFileSync(join(project, 'pom.xml'), pom)
  writeFileSync(source, program)
  return project
}
