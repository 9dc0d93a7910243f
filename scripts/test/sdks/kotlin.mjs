import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { node } from '../../run/command.mjs'

/** Whether Maven runs with Java 17 or later. */
export function isKotlinReady() {
  const { stdout } = spawnSync('mvn', ['--version'], { encoding: 'utf8' })
  return Number(/^Java version: (\d+)/m.exec(stdout ?? '')?.[1]) >= 17
}

export function testKotlin({ run, sdk }) {
  run(node, join(sdk, 'tools/write-user-texts.ts'), '--check')
  run('mvn', '--batch-mode', '--no-transfer-progress', '--quiet', 'clean', 'verify')
}
