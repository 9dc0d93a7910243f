import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const staticcheck = 'honnef.co/go/tools/cmd/staticcheck@v0.8.2'

const read = (...args) => spawnSync('go', args, { encoding: 'utf8' }).stdout?.trim() ?? ''

/** Whether Go 1.25 or later is installed. */
export function isGoReady() {
  const [, major, minor] = /^go(\d+)\.(\d+)/.exec(read('env', 'GOVERSION')) ?? []
  return Number(major) > 1 || Number(minor) >= 25
}

export function testGo({ run, folder, sdk }) {
  const unformatted = spawnSync('gofmt', ['-l', sdk], { encoding: 'utf8' }).stdout
  if (unformatted) throw new Error(`gofmt changes ${unformatted.trim().replaceAll('\n', ', ')}`)
  run('go', 'vet', './...')
  run('go', 'run', staticcheck, './...')
  // The race detector needs a C compiler.
  const race = read('env', 'CGO_ENABLED') === '1' ? ['-race'] : []
  run('go', 'test', '-count=1', ...race, './...')
  buildReadme({ run, folder, sdk })
}

/** The program of the README in a module of its own, as its commands create it. */
function buildReadme({ run, folder, sdk }) {
  const [, program] = /^```go\n(package main\n[\s\S]*?)^```$/m.exec(readFileSync(join(sdk, 'README.md'), 'utf8'))
  const project = join(folder, 'backend')
  mkdirSync(project)
  writeFileSync(join(project, 'main.go'), program)
  const go = (...args) => run('go', '-C', project, ...args)
  go('mod', 'init', 'example.com/backend')
  go('mod', 'edit', `-replace=github.com/thumbturn/thumbturn/sdks/go=${sdk}`)
  go('mod', 'tidy')
  go('build', '-o', join(folder, 'backend-program'), '.')
}
