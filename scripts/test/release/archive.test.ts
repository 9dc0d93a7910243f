import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { closeSync, globSync, mkdirSync, openSync, readFileSync, readSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { tryFirstStart } from '../programs/first-start.ts'
import { createFolder } from '../programs/folder.ts'
import { run, startProgram } from '../programs/program.ts'
import { findArtifact, logsReadiness, releaseFolder, version } from './artifacts.ts'
import { signUpAndIn } from './sign-in.ts'

/** No programs: neither npm nor Node, nor anything else. */
const PATH = '/nonexistent'
const origin = 'https://shop.example'
const application = ['app', 'create', 'shop', '--rp-id', 'shop.example', '--origin', origin]

const unpack = (arch: string, folder: string) => {
  run('tar', ['-xzf', findArtifact(`*-linux-${arch}.tar.gz`), '-C', folder])
  return join(folder, `thumbturn-${version}-linux-${arch}`)
}

test('unpacked in an empty folder, without Node, npm, and network, the archive serves sign-up and sign-in', async (t) => {
  const folder = createFolder(t)
  const start = performance.now()
  const program = join(unpack('x64', folder), 'bin/thumbturn')
  const port = String(await findFreePort())
  const address = `http://localhost:${port}`
  const env = { PATH, PORT: port, BASE_URL: address }
  const options = { cwd: folder, env }
  const service = await startProgram([program], { ...options, isReady: logsReadiness })
  t.after(() => service.stop('SIGKILL'))
  assert.equal((await fetch(`${address}/ready`)).status, 200)
  t.diagnostic(`from unpacking to the first response: ${Math.round(performance.now() - start)} ms`)

  assert.ok(
    service.readOutput().includes(`"createApplication":"thumbturn-${version}-linux-x64/bin/thumbturn app create`),
  )
  assert.doesNotMatch(service.readOutput(), /npx/)
  assert.equal((await fetch(`${address}/demo/`)).status, 404)
  assert.equal(run(program, ['--version'], options).trim(), version)
  run(program, application, options)
  await signUpAndIn(address, origin)
  assert.deepEqual(await service.stop(), [0, null])
})

test('every address and every command that its first start prints works', async (t) => {
  const folder = createFolder(t)
  const program = `thumbturn-${version}-linux-x64/bin/thumbturn`
  const options = { cwd: folder, env: { PATH } }
  unpack('x64', folder)
  const service = await startProgram([join(folder, program), 'dev'], {
    cwd: folder,
    env: { PATH, PORT: String(await findFreePort()), LOG_FORMAT: 'pretty' },
    isReady: async (output) => output.includes('Stop with'),
  })
  t.after(() => service.stop('SIGKILL'))
  const runCommand = (args: readonly string[]) => void run(join(folder, program), args, options)
  await tryFirstStart({ text: service.readOutput(), program, runCommand })
})

test('without BASE_URL it says what to set, and names its own command', (t) => {
  const folder = createFolder(t)
  const { status, stderr } = spawnSync(join(unpack('x64', folder), 'bin/thumbturn'), {
    cwd: folder,
    env: { PATH },
    encoding: 'utf8',
  })
  assert.equal(status, 2)
  assert.match(stderr, /BASE_URL must be set in production: .*: thumbturn-[\d.]+-linux-x64\/bin\/thumbturn dev$/m)
})

test('it starts by a symbolic link, from any folder', (t) => {
  const folder = createFolder(t)
  const tree = unpack('x64', folder)
  mkdirSync(join(folder, 'bin'))
  symlinkSync(join(tree, 'bin/thumbturn'), join(folder, 'bin/first'))
  symlinkSync('first', join(folder, 'bin/second'))
  for (const command of [join(folder, 'bin/first'), 'bin/second', './thumbturn'])
    assert.equal(
      run(command, ['--version'], { cwd: command === './thumbturn' ? join(tree, 'bin') : folder }).trim(),
      version,
    )
})

test('an archive contains programs for its own architecture only', (t) => {
  // e_machine of ELF: x86-64, AArch64.
  for (const [arch, machine] of [
    ['x64', 0x3e],
    ['arm64', 0xb7],
  ] as const) {
    const tree = unpack(arch, createFolder(t))
    const programs = globSync('**', { cwd: tree }).filter((path) => readMachine(join(tree, path)) !== undefined)
    assert.deepEqual(programs.sort(), ['runtime/bin/node', 'runtime/lib/libatomic.so.1'])
    for (const path of programs) assert.equal(readMachine(join(tree, path)), machine, `${arch}: ${path}`)
  }
})

/** Undefined unless the file is in the ELF format. */
function readMachine(path: string): number | undefined {
  if (!statSync(path).isFile()) return undefined
  const head = Buffer.alloc(20)
  const file = openSync(path, 'r')
  readSync(file, head, 0, head.length, 0)
  closeSync(file)
  return head.readUInt32BE(0) === 0x7f454c46 ? head.readUInt16LE(18) : undefined
}

test('checksums and the list of components cover what the archive contains', (t) => {
  run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: releaseFolder })
  const app = join(unpack('x64', createFolder(t)), 'app')
  const { serialNumber, components } = JSON.parse(readFileSync(findArtifact('*.cdx.json'), 'utf8')) as {
    serialNumber: string
    components: { name: string; version: string }[]
  }
  assert.match(serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const listed = components.map((one) => `${one.name}@${one.version}`)
  const licenses = readFileSync(join(app, 'licenses.md'), 'utf8').matchAll(/^## (\S+) (\d\S*) \(.+\)$/gm)
  const contained = [...licenses].map(([, name, version]) => `${name}@${version}`)
  assert.ok(contained.some((one) => one.startsWith('fastify@')))
  assert.deepEqual(
    contained.filter((one) => !listed.includes(one)),
    [],
  )
  assert.ok(listed.includes(`node@${process.versions.node}`))
})
