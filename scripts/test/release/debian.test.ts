import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { createFolder, root } from '../programs/folder.ts'
import { run, startProgram } from '../programs/program.ts'
import { findArtifact, logsReadiness, version } from './artifacts.ts'
import { signUpAndIn } from './sign-in.ts'
import { createSystem } from './system.ts'

const settings = '/etc/thumbturn/thumbturn.env'
const unit = join(root, 'deploy/systemd/thumbturn.service')
const exposureLimit = 2

test('the packages name their architecture and what they need, and every file belongs to root', () => {
  for (const arch of ['amd64', 'arm64']) {
    const file = findArtifact(`*_${arch}.deb`)
    const fields = run('dpkg-deb', ['--field', file, 'Package', 'Version', 'Architecture', 'Depends'])
    assert.match(fields, new RegExp(`^Version: ${version.replaceAll('.', '\\.')}$`, 'm'))
    assert.match(fields, new RegExp(`^Architecture: ${arch}$`, 'm'))
    assert.match(fields, /^Depends: libatomic1, libc6/m)
    const files = run('dpkg-deb', ['--contents', file]).trim().split('\n')
    assert.deepEqual(
      files.filter((line) => !/^\S+ root\/root /.test(line)),
      [],
    )
  }
})

test('only root can read the settings in the packages before they are configured, and everyone can read the rest', () => {
  const lines = run('dpkg-deb', ['--contents', findArtifact('*_amd64.deb')])
    .trim()
    .split('\n')
  const readMode = (path: string) => lines.find((line) => line.endsWith(` .${path}`))?.slice(0, 10)
  assert.equal(readMode(settings), '-rw-r-----')
  assert.equal(readMode('/usr/bin/thumbturn'), '-rwxr-xr-x')
  const isClosed = (line: string) => !/^(-r.-r.-r|dr.xr.xr.x|-r.xr.xr.x|l)/.test(line)
  assert.deepEqual(lines.filter(isClosed).length, 1)
})

test('systemd-analyze security rates the unit below 2.0', (t) => {
  const report = run('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit])
  const [, exposure = ''] = /Overall exposure level for \S+: ([\d.]+)/.exec(report) ?? assert.fail(report)
  t.diagnostic(`exposure: ${exposure}`)
  assert.ok(Number(exposure) < exposureLimit, report)
})

test('the unit is not started before BASE_URL is set, and says so', (t) => {
  const [, condition = ''] = /^ExecCondition=\/bin\/sh -c '(.+)'$/m.exec(readFileSync(unit, 'utf8')) ?? []
  // systemd replaces some escapes itself.
  assert.doesNotMatch(condition, /\\/)
  const path = join(createFolder(t), 'thumbturn.env')
  const script = condition.replaceAll('$$', '$').replaceAll(` ${settings} `, ` ${path} `)
  const check = (text: string, env: Record<string, string> = {}) => {
    writeFileSync(path, text)
    return spawnSync('/bin/sh', ['-c', script], { env, encoding: 'utf8' })
  }
  for (const text of ['', '#BASE_URL=https://id.example.com', 'BASE_URL=\r\n', 'BASE_URL = ']) {
    const { status, stderr } = check(text)
    assert.equal(status, 1, text)
    assert.match(stderr, /^Not started: set BASE_URL in \S+thumbturn\.env/)
  }
  assert.equal(check('', { BASE_URL: 'https://id.example.com' }).status, 0)
  for (const text of ['PORT=1\nBASE_URL=https://id.example.com\n', ' BASE_URL = "https://id.example.com"'])
    assert.equal(check(text).status, 0, text)
})

test('what the settings file can contain, systemd would read the same way', async (t) => {
  const { readSettings } = await import(join(root, 'scripts/release/files/debian/read-settings.mjs'))
  const lines = [
    'BASE_URL=https://id.example.com',
    '  PORT = 4400  ',
    'METRICS_TOKEN=0123#456',
    'TRUSTED_PROXIES=10.0.0.0/8, fd00::/8',
    'MAIL_FROM="no-reply@example.com"',
    'DATABASE_URL="postgres://me:p%40ss@db # 1"',
    String.raw`SMS_SECRET='0123\0123'`,
    'THUMBTURN_MASTER_KEY_COMMAND=pass show "the key"',
    `DATA_DIR="/srv/it's here"`,
    `SMTP_URL='smtp://it"s@mail'`,
  ]
  const text = `${lines.join('\n')}\n`
  const home = createFolder(t)
  mkdirSync(join(home, '.config/environment.d'), { recursive: true })
  writeFileSync(join(home, '.config/environment.d/thumbturn.conf'), text)
  const options = { env: { HOME: home, PATH: '/usr/bin:/bin' } }
  // The same parser as that of EnvironmentFile=; it writes commands of a shell.
  const generator = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'
  const printed = run('sh', ['-c', `set -a; eval "$(${generator})"; exec env -0`], options)
  const { variables, problems } = readSettings(text)
  assert.deepEqual(problems, [])
  const read = Object.fromEntries(printed.split('\0').map((pair) => pair.split(/=(.*)/s, 2)))
  assert.deepEqual(Object.fromEntries(Object.keys(variables).map((name) => [name, read[name]])), variables)
})

test('installed on a minimal Debian, it serves sign-up and sign-in as its own user; removing it keeps the data', async (t) => {
  const system = createSystem(t)
  cpSync(findArtifact('*_amd64.deb'), join(system.folder, 'tmp/thumbturn.deb'))
  system.run('apt-get', 'update', '-q')
  const installing = system.run('apt-get', 'install', '-q', '-y', '--no-install-recommends', '/tmp/thumbturn.deb')
  assert.match(installing, /Thumbturn isn't started yet\. Set BASE_URL in \/etc\/thumbturn\/thumbturn\.env/)
  assert.match(
    system.run('getent', 'passwd', 'thumbturn'),
    /^thumbturn:x:\d+:\d+:.*:\/var\/lib\/thumbturn:\S+nologin$/m,
  )
  const describeFile = (path: string) => system.run('stat', '-c', '%U:%G %a', path).trim()
  assert.equal(describeFile(settings), 'root:thumbturn 640')
  assert.equal(describeFile('/var/lib/thumbturn'), 'thumbturn:thumbturn 700')

  const [unshare, ...args] = system.toCommand('setpriv', '--reuid=nobody', '--clear-groups', 'thumbturn', 'app', 'list')
  const { status, stderr } = spawnSync(unshare, args, { ...system.options, encoding: 'utf8' })
  assert.equal(status, 2)
  assert.match(stderr, /Run: sudo thumbturn app list/)

  const port = await findFreePort()
  const address = `http://localhost:${port}`
  const origin = 'https://shop.example'
  const metricsPort = await findFreePort()
  const metricsToken = '0123456789abcdef0123#456789abcdef0123456789'
  appendFileSync(join(system.folder, settings), 'SMS_SECRET="0123\n')
  const [command, ...given] = system.toCommand('thumbturn', 'app', 'list')
  const unread = spawnSync(command, given, { ...system.options, encoding: 'utf8' })
  assert.equal(unread.status, 2)
  assert.match(unread.stderr, /thumbturn\.env, line \d+: end the value of SMS_SECRET with " on its line/)
  const lines = [
    `BASE_URL="${address}"`,
    `PORT=${port}\r`,
    `METRICS_PORT=${metricsPort}`,
    `METRICS_TOKEN=${metricsToken}`,
  ]
  writeFileSync(join(system.folder, settings), `${lines.join('\n')}\n`)
  system.run('thumbturn', 'app', 'create', 'shop', '--rp-id', 'shop.example', '--origin', origin)
  const service = await startProgram(system.toCommand('thumbturn'), { ...system.options, isReady: logsReadiness })
  t.after(() => service.stop('SIGKILL'))
  await signUpAndIn(address, origin)
  const headers = { authorization: `Bearer ${metricsToken}` }
  assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers })).status, 200)
  assert.equal(describeFile('/var/lib/thumbturn/master.key'), 'thumbturn:thumbturn 600')
  assert.deepEqual(await service.stop(), [0, null])

  assert.match(system.run('apt-get', 'purge', '-q', '-y', 'thumbturn'), /The data in \/var\/lib\/thumbturn stays/)
  assert.ok(statSync(join(system.folder, 'var/lib/thumbturn/thumbturn.db')).size > 0)
})

test('the archive starts on a minimal Debian, which lacks libatomic', (t) => {
  const system = createSystem(t)
  const folder = createFolder(t)
  run('tar', ['-xzf', findArtifact('*-linux-x64.tar.gz'), '-C', folder])
  cpSync(join(folder, `thumbturn-${version}-linux-x64`), join(system.folder, 'opt/thumbturn'), { recursive: true })
  assert.equal(
    spawnSync('find', [system.folder, '-xdev', '-path', '*/usr/lib/*', '-name', 'libatomic*'], { encoding: 'utf8' })
      .stdout,
    '',
  )
  assert.equal(system.run('/opt/thumbturn/bin/thumbturn', '--version').trim(), version)
})
