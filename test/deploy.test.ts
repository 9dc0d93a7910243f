import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type TestContext, test } from 'node:test'
import { parseEnv } from 'node:util'
import { loadConfig } from '@thumbturn/service/config.ts'
import { secretSettings } from '@thumbturn/service/secret-files.ts'
import { Settings } from '@thumbturn/service/settings.ts'
import { parse } from 'yaml'

// `npm run deploy:test` runs these files. Here are the facts that they share with other files.

type Service = {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  ports?: string[]
  secrets?: string[]
  environment?: Record<string, string>
  networks?: string[] | Record<string, { ipv4_address: string }>
}
type Stack = { services: Record<string, Service>; secrets: Record<string, { file: string }> }

const root = resolve(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const stack = parse(read('compose.yaml'), { merge: true }) as Stack
const node = stack.services['node-1']!

test('every file of deploy/ is in the table of the website and tested', () => {
  const page = readFileSync(join(root, 'apps/docs/docs/operate/install.mdx'), 'utf8')
  const files = globSync('*', { cwd: join(root, 'deploy') }).filter((name) => !name.startsWith('.'))
  for (const name of files) assert.ok(page.includes(`deploy/${name}`), name)
})

test('only the proxy of the stack publishes ports, and no container can write outside its volumes', () => {
  for (const [name, { read_only, cap_drop, ports = [] }] of Object.entries(stack.services)) {
    assert.equal(read_only, true, name)
    assert.deepEqual(cap_drop, ['ALL'], name)
    assert.deepEqual(ports, name === 'caddy' ? ['80:80', '443:443'] : [], name)
  }
})

test('the nodes of the stack get settings that exist, secrets from files, and trust Caddy only', () => {
  const names = [...Object.keys(Settings.properties), ...secretSettings.map((name) => `${name}_FILE`)]
  for (const name of Object.keys(node.environment!)) assert.ok(names.includes(name), name)
  const mounted = Object.entries(node.environment!).flatMap(
    ([, value]) => /\/run\/secrets\/([\w-]+)/.exec(value)?.[1] ?? [],
  )
  assert.deepEqual(mounted.sort(), [...node.secrets!].sort())
  const { front } = stack.services.caddy!.networks as Record<string, { ipv4_address: string }>
  assert.equal(loadConfig({ TRUSTED_PROXIES: node.environment!.TRUSTED_PROXIES }).TRUSTED_PROXIES, front!.ipv4_address)
})

test('variables of files for operators and of samples never stop the start of a service that reads them', () => {
  const files = ['deploy/**', 'examples/**', 'apps/docs/docs/**', 'packages/*/README.md', 'README.md']
  const texts = files
    .flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true, exclude: ['**/node_modules'] }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  const names = new Set(texts.flatMap((text) => text.match(/\bTHUMBTURN_[A-Z_]+[A-Z]\b(?!=tcp:)/g) ?? []))
  assert.ok(names.has('THUMBTURN_HOSTS') && names.has('THUMBTURN_WEBHOOK_SECRET'))
  const isKnown = (name: string) => {
    try {
      loadConfig({ [name]: 'x' })
      return true
    } catch (error) {
      return !(error as Error).message.includes('is not a setting')
    }
  }
  assert.deepEqual(
    [...names].filter((name) => !isKnown(name)),
    [],
  )
})

test('secrets.sh creates every secret of the stack once, in a form that the service accepts', (t) => {
  const { folder, locate, createSecrets, readSecrets } = createSecretsFolder(t)
  createSecrets()
  const created = readSecrets()
  assert.ok(created.every((secret) => secret !== undefined))
  createSecrets()
  assert.deepEqual(readSecrets(), created)
  loadConfig({ DATABASE_URL_FILE: locate('database-url'), THUMBTURN_MASTER_KEY_FILE: locate('master-key') })
  assert.equal(statSync(join(folder, 'secrets')).mode & 0o777, 0o700)
})

test('secrets.sh keeps each secret that exists, whichever others are missing', (t) => {
  for (const kept of Object.keys(stack.secrets).filter((name) => name !== 'mail-key')) {
    const { folder, locate, createSecrets } = createSecretsFolder(t)
    mkdirSync(join(folder, 'secrets'))
    writeFileSync(locate(kept), 'of the operator')
    createSecrets()
    assert.equal(readFileSync(locate(kept), 'utf8'), 'of the operator', kept)
  }
})

test('secrets.sh creates a mail certificate for the mail key that exists', (t) => {
  const { folder, locate, createSecrets } = createSecretsFolder(t)
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  mkdirSync(join(folder, 'secrets'))
  writeFileSync(locate('mail-key'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  createSecrets()
  assert.ok(new X509Certificate(readFileSync(locate('mail-certificate'))).checkPrivateKey(privateKey))
})

test('secrets.sh fails without openssl and leaves no secret that the next run would keep', (t) => {
  const { folder, createSecrets, readSecrets } = createSecretsFolder(t)
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  writeFileSync(join(tools, 'openssl'), '#!/bin/sh\nexit 127\n', { mode: 0o755 })
  assert.throws(() => createSecrets({ PATH: `${tools}:${process.env.PATH}` }), /is openssl installed\?/)
  assert.deepEqual([...new Set(readSecrets())], [undefined])
})

function createSecretsFolder(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'thumbturn-secrets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const locate = (name: string) => join(folder, stack.secrets[name]!.file)
  const script = join(root, 'deploy/secrets.sh')
  return {
    folder,
    locate,
    createSecrets: (env: NodeJS.ProcessEnv = process.env) =>
      execFileSync('sh', [script], { cwd: folder, env, stdio: 'pipe' }),
    readSecrets: () =>
      Object.keys(stack.secrets).map((name) =>
        existsSync(locate(name)) ? readFileSync(locate(name), 'utf8') : undefined,
      ),
  }
}

test('.env.example names every variable of the stack', () => {
  const example = parseEnv(read('.env.example').replaceAll(/^#(?=\w+=)/gm, ''))
  const used = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
  assert.deepEqual(Object.keys(example).sort(), [...new Set(used)].sort())
})

test('the commands that the website shows are well-formed, and name files that exist', () => {
  const script = join(root, 'examples/operate/install.sh')
  execFileSync('sh', ['-n', script])
  const shown = readFileSync(script, 'utf8')
  for (const [path] of shown.matchAll(/\bdeploy\/[\w/.-]+/g)) assert.ok(statSync(join(root, path)))
  for (const [, used] of shown.matchAll(/(?:thumbturn[:_-]|tags\/)v?(\d+\.\d+\.\d+)/g)) assert.equal(used, version)
  const settings = parseEnv(readFileSync(join(root, 'examples/operate/nodes.env'), 'utf8'))
  assert.equal(loadConfig(settings).DATABASE_URL, settings.DATABASE_URL)
})

test('stack and chart name the image of this version', () => {
  assert.ok(node.image.endsWith(`:v${version}}`), node.image)
  const chart = parse(read('helm/thumbturn/Chart.yaml')) as { version: string; appVersion: string }
  assert.deepEqual([chart.version, chart.appVersion], [version, version])
})

test('the proxies allow larger bodies than the service, so that its errors reach the client', () => {
  assert.match(read('nginx.conf'), /client_max_body_size 2m;/)
  assert.match(read('Caddyfile'), /max_size 2MB/)
  const text = readFileSync(join(root, 'apps/service/src/http/body.ts'), 'utf8')
  const limits = [...text.matchAll(/const most(?:Text)?Bytes = ([\d *]+)/g)]
  const bytes = limits.map((found) => found[1]!.split('*').reduce((product, factor) => product * Number(factor), 1))
  assert.deepEqual(bytes, [256 * 1024, 1024 * 1024])
})

test('nginx keeps sending requests to a node that rejects some with 503', () => {
  const retried = [...read('nginx.conf').matchAll(/^\s*proxy_next_upstream (.*);/gm)].map(([, cases]) => cases)
  assert.deepEqual(retried, ['error timeout', 'error timeout non_idempotent', 'error timeout non_idempotent'])
})

test('the proxies wait longer than a call that waits for a user', () => {
  const text = readFileSync(join(root, 'apps/service/src/core/flows/credentials/access-codes.ts'), 'utf8')
  const [, ms] = /longestWaitMs = ([\d_]+)/.exec(text)!
  const path = '^/(apps/[^/]+/)?(api/(native/)?)?authenticate/code/wait$'
  for (const [file, timeout] of [
    ['nginx.conf', /proxy_read_timeout (\d+)s/],
    ['Caddyfile', /response_header_timeout (\d+)s/],
  ] as const) {
    const [, rest = ''] = read(file).split(path)
    assert.ok(Number(timeout.exec(rest)?.[1]) * 1_000 > Number(ms!.replaceAll('_', '')), file)
  }
})

test('no request that fails keeps others from a node', () => {
  const nodes = read('nginx.conf').match(/^ *server 127\.0\.0\.1:.*;/gm)!
  assert.deepEqual([nodes.length, nodes.filter((node) => node.endsWith(' max_fails=0;')).length], [2, 2])
  assert.doesNotMatch(read('Caddyfile'), /^\s*fail_duration/m)
  assert.match(read('Caddyfile'), /^\s*health_uri \/health$/m)
})
