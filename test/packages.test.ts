import assert from 'node:assert/strict'
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { listInstallSteps, writeInstall } from '@thumbturn/contract/vocabulary/publication.ts'
import { tryFirstStart } from '../scripts/test/programs/first-start.ts'

const root = resolve(import.meta.dirname, '..')
const { heapLimit, nodeFlags } = await import(join(root, 'apps/service/bin/tuning.mjs'))
const run = (command: string, args: readonly string[], options: object = {}) =>
  spawnSync(command, args, { cwd: root, encoding: 'utf8', ...options })

type Package = { name: string; path: string; size: number }
type Manifest = { version: string; dependencies?: object; exports?: object }

const readPackage = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

test('every workspace rejects `npm pack` and names the command that builds packages', () => {
  const manifests = globSync(['{apps,packages}/*/package.json', '{bench,e2e,examples,harness}/package.json'], {
    cwd: root,
  })
  for (const path of manifests) {
    const { scripts } = JSON.parse(readFileSync(join(root, path), 'utf8')) as { scripts?: Record<string, string> }
    const [, script = 'none'] = scripts?.prepack?.split(' ') ?? []
    assert.equal(resolve(root, dirname(path), script), join(root, 'scripts/pack/refuse.mjs'), path)
  }
  const { status, stderr } = run('npm', ['pack', '--dry-run'], { cwd: join(root, 'packages/web') })
  assert.notEqual(status, 0)
  assert.match(stderr, /`npm run pack` in the root/)
})

test('two runs of `npm run pack` at the same time write the same bytes, and nothing else', async (t) => {
  const folders = [1, 2].map(() => mkdtempSync(join(tmpdir(), 'thumbturn-pack-')))
  t.after(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })
  const pack = (out: string) =>
    promisify(execFile)(process.execPath, ['scripts/pack/pack.mjs', 'web', '--out', out], { cwd: root })
  await Promise.all(folders.map(pack))
  const [first, second] = folders.map((folder) => {
    const [name = '', ...others] = globSync('{*,.*}', { cwd: folder })
    assert.deepEqual(others, [])
    return readFileSync(join(folder, name))
  })
  assert.ok(first!.equals(second!))
})

test('an unknown package or option fails before anything is built', () => {
  const packWith = (...args: string[]) => run(process.execPath, ['scripts/pack/pack.mjs', ...args])
  assert.match(
    packWith('wbe').stderr,
    /^There is no package wbe: choose from web, native, node, webauthn, thumbturn, dashboard, website\./,
  )
  assert.match(packWith('--fast').stderr, /Unknown option '--fast'/)
  assert.equal(packWith('wbe').status, 2)
})

suite('packages', () => {
  const project = mkdtempSync(join(tmpdir(), 'thumbturn-project-'))
  const env = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^(npm_(?!config)|npm_config_local_prefix|NODE_(?!EXTRA)|THUMBTURN_)/.test(name),
      ),
    ),
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  }
  let packed: Package[] = []

  before(() => {
    assert.equal(run(process.execPath, ['scripts/run/install.mjs', 'lint']).status, 0)
    const names = ['web', 'native', 'node', 'webauthn', 'thumbturn']
    const { stdout, stderr } = run(process.execPath, ['scripts/pack/pack.mjs', ...names, '--json'])
    packed = JSON.parse(stdout || `"${stderr}"`) as Package[]
    writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true, "type": "module" }')
    const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', ...packed.map(({ path }) => path)]
    const { status, stderr: problem } = run('npm', install, { cwd: project, env })
    assert.equal(status, 0, problem)
  })
  after(() => rmSync(project, { recursive: true, force: true }))

  test('publint and attw find nothing wrong with them', () => {
    for (const { name, path } of packed) {
      const [published, types] = ['publint', 'attw'].map((tool) => join(root, 'lint/node_modules/.bin', tool))
      const linted = run(process.execPath, [published!, path, '--strict'])
      assert.equal(linted.status, 0, linted.stdout)
      // All packages are ESM only; the service has no types.
      if (name === 'thumbturn') continue
      const checked = run(process.execPath, [types!, path, '--profile', 'esm-only'])
      assert.equal(checked.status, 0, checked.stdout)
    }
  })

  for (const [module, moduleResolution] of [
    ['Node16', 'Node16'],
    ['NodeNext', 'NodeNext'],
    ['ESNext', 'Bundler'],
  ])
    test(`their declarations compile with the module resolution ${moduleResolution} and all libraries checked`, (t) => {
      // Below the repository's packages, where React, Fastify, and the types of Node are.
      mkdirSync(join(root, 'node_modules/.cache'), { recursive: true })
      const folder = mkdtempSync(join(root, 'node_modules/.cache/declarations-'))
      t.after(() => rmSync(folder, { recursive: true }))
      cpSync(join(project, 'node_modules/@thumbturn'), join(folder, 'node_modules/@thumbturn'), { recursive: true })
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
      const imports = packed
        .filter(({ name }) => name !== 'thumbturn')
        .flatMap(({ name }) =>
          Object.keys(readPackage(join(folder, 'node_modules', name)).exports ?? {}).map((path) => join(name, path)),
        )
        .map((entry, index) => `export * as entry${index} from '${entry}'`)
      assert.ok(imports.length > 8)
      writeFileSync(join(folder, 'index.ts'), imports.join('\n'))
      const compilerOptions = {
        module,
        moduleResolution,
        target: 'es2022',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: ['node'],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: false,
        noEmit: true,
      }
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['index.ts'] }))
      const { stdout } = run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder])
      assert.equal(stdout, '')
    })

  test('the commands that the website shows name the tarball that is built', () => {
    const install = writeInstall(`npm install ${packed.map(({ name }) => name).join(' ')}`, false)
    const paths = [...install.matchAll(/\.\.\/thumbturn\/(\S+)/g)].map(([, path]) => join(root, path!))
    assert.deepEqual(
      paths,
      packed.map(({ path }) => path),
    )
  })

  test('the packages that the quickstarts pack are built', () => {
    const command = readFileSync(join(root, 'examples/shell/pack.sh'), 'utf8').trim()
    const names = command.replace('npm run pack -- ', '').split(' ')
    const built = packed.map(({ name }) => name.replace('@thumbturn/', ''))
    assert.deepEqual(
      names.filter((name) => !built.includes(name)),
      [],
    )
  })

  /** Starts the installed service on a free port. Returns its address, what it printed, and a function that stops it. */
  async function serve(t: TestContext, args: string[], settings: object = {}) {
    const child = spawn(process.execPath, ['node_modules/thumbturn/bin/thumbturn.js', ...args], {
      cwd: project,
      env: { ...env, PORT: '0', LOG_FORMAT: 'pretty', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => child.kill('SIGKILL'))
    let text = ''
    for await (const chunk of child.stdout.setEncoding('utf8')) {
      text += chunk
      if (text.includes('Stop with')) break
    }
    const [, address = ''] = /API +(http:\/\/localhost:\d+)/.exec(text) ?? assert.fail(text)
    const stop = async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    return { text, address, stop, pid: child.pid }
  }

  const runInProject = (code: string) =>
    run(process.execPath, ['--input-type=module', '-e', code], { cwd: project, env })

  test('installed outside the repository, they import, and bring nothing of the repository', () => {
    const { status, stdout, stderr } = runInProject(`
      import { createClient } from '@thumbturn/web'
      import { createThumbturn } from '@thumbturn/node'
      import { verifyRegistration } from '@thumbturn/webauthn'
      console.log(typeof createClient, typeof createThumbturn, typeof verifyRegistration)`)
    assert.deepEqual([status, stdout.trim()], [0, 'function function function'], stderr)
    assert.deepEqual(
      globSync('node_modules/@thumbturn/*', { cwd: project })
        .map((path) => path.slice(24))
        .sort(),
      ['native', 'node', 'web', 'webauthn'],
    )
    assert.ok(!existsSync(join(project, 'node_modules/react')))
  })

  test('the service brings what it depends on, with the licenses', () => {
    assert.deepEqual(readPackage(join(project, 'node_modules/thumbturn')).dependencies, {})
    assert.ok(!existsSync(join(project, 'node_modules/fastify')))
    const licenses = readFileSync(join(project, 'node_modules/thumbturn/licenses.md'), 'utf8')
    const { version } = readPackage(join(root, 'node_modules/fastify'))
    assert.match(licenses, new RegExp(`^## fastify ${version} \\(MIT\\)\n\n~~~text\nMIT License`, 'm'))
  })

  test('`npx thumbturn` does not serve without BASE_URL, and `npx thumbturn dev` serves API and demo', async (t) => {
    const { status, stderr } = run('npx', ['thumbturn'], { cwd: project, env })
    assert.equal(status, 2)
    assert.match(stderr, /BASE_URL must be set in production: .*: npx thumbturn dev$/m)
    const { text, address } = await serve(t, ['dev'], { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
    assert.match(text, /Traces are off.* install=npm install @opentelemetry\/api@\d/)
    assert.match(text, /Demo +http:\/\/localhost:\d+\/demo\//)
    assert.equal((await fetch(`${address}/demo/`)).status, 200)
    assert.equal((await fetch(`${address}/apps/demo/fido2/v2/.well-known/jwks.json`)).status, 200)
    const { hash, version } = (await (await fetch(`${address}/fido2/v2/version`)).json()) as Record<string, string>
    assert.match(`${version} ${hash}`, /^\d+\.\d+\.\d+ [0-9a-f]{40,64}$/)
  })

  test('every address and every command that a first start prints works', async (t) => {
    const data = { DATA_DIR: mkdtempSync(join(tmpdir(), 'thumbturn-first-')) }
    t.after(() => rmSync(data.DATA_DIR, { recursive: true }))
    const { text } = await serve(t, ['dev'], data)
    const runCommand = (args: readonly string[]) => {
      const { status, stderr } = run('npx', ['thumbturn', ...args], { cwd: project, env: { ...env, ...data } })
      assert.equal(status, 0, `${args.join(' ')}: ${stderr}`)
    }
    await tryFirstStart({ text, program: 'npx thumbturn', runCommand })
  })

  test('metrics need none of the optional packages', async (t) => {
    const { text } = await serve(t, ['dev'], { METRICS_PORT: '0' })
    const [, address = ''] = /Metrics +(http:\S+)/.exec(text) ?? assert.fail(text)
    assert.match(await (await fetch(address)).text(), /^process_cpu_seconds_total \d/m)
  })

  test('installed by npm, the service runs with the flags of a release', async (t) => {
    if (process.platform !== 'linux') return t.skip('only Linux shows the command line of a process')
    const { pid } = await serve(t, ['dev'], { NODE_OPTIONS: '--max-old-space-size=300' })
    const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    for (const flag of nodeFlags) assert.ok(args.includes(flag), args.join(' '))
    assert.ok(!args.includes(heapLimit), "the operator's own limit counts")
    assert.match(readFileSync(`/proc/${pid}/environ`, 'utf8'), /\0MALLOC_ARENA_MAX=2\0/)
  })

  test('the website is a package of its own: without it `/` leads to the demo or is not found, with it `/` is the website', async (t) => {
    const look = async (args: string[], settings: object = {}) => {
      const { address, stop } = await serve(t, args, settings)
      const response = await fetch(address, { headers: { accept: 'text/html' }, redirect: 'manual' })
      await stop()
      return [response.status, response.headers.get('location') ?? (await response.text())]
    }
    const production = { BASE_URL: 'http://localhost:0' }
    assert.deepEqual(await look(['dev']), [302, '/demo/'])
    const [status, body = ''] = await look([], production)
    assert.deepEqual([status, JSON.parse(String(body)).msg], [404, 'There is no GET /'])

    const website = join(project, 'node_modules/@thumbturn/website')
    mkdirSync(join(website, 'site'), { recursive: true })
    assert.equal(run(process.execPath, ['scripts/pack/pages.ts', 'website', website]).status, 0)
    writeFileSync(join(website, 'site/index.html'), '<h1>Thumbturn</h1>')
    for (const page of [await look(['dev']), await look([], production)])
      assert.deepEqual(page, [200, '<h1>Thumbturn</h1>'])
    rmSync(website, { recursive: true })
  })

  test('the dashboard is a package of its own: a start names it until it is installed, and then serves it', async (t) => {
    const look = async () => {
      const { text, address, stop } = await serve(t, ['dev'])
      const response = await fetch(`${address}/dashboard/applications/demo`, { headers: { accept: 'text/html' } })
      const body = await response.text()
      await stop()
      return { text, line: /Dashboard +(.*)/.exec(text)?.[1], status: response.status, body }
    }
    const before = await look()
    assert.deepEqual([before.line, before.status], [undefined, 404])
    for (const { command } of listInstallSteps(['dashboard'])) assert.ok(before.text.includes(command), before.text)

    const dashboard = join(project, 'node_modules/@thumbturn/dashboard')
    mkdirSync(join(dashboard, 'site'), { recursive: true })
    assert.equal(run(process.execPath, ['scripts/pack/pages.ts', 'dashboard', dashboard]).status, 0)
    writeFileSync(join(dashboard, 'site/index.html'), '<h1>Dashboard</h1>')
    const { text: _, line, ...served } = await look()
    assert.match(line ?? '', /^http:\/\/localhost:\d+\/dashboard$/)
    assert.deepEqual(served, { status: 200, body: '<h1>Dashboard</h1>' })
    rmSync(dashboard, { recursive: true })
  })

  test('the SDKs run on Node 20, the service on the first Node with all that it uses', () => {
    const engines = Object.fromEntries(
      packed.map(({ name }) => {
        const manifest = readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8')
        return [name, (JSON.parse(manifest) as { engines: { node: string } }).engines.node]
      }),
    )
    const sdks = {
      '@thumbturn/web': '>=20',
      '@thumbturn/native': '>=20',
      '@thumbturn/node': '>=20',
      '@thumbturn/webauthn': '>=20',
    }
    assert.deepEqual(engines, { ...sdks, thumbturn: '>=24.7' })
  })

  test('another package installed afterward breaks nothing', () => {
    const install = ['install', '--no-audit', '--no-fund', '--loglevel=error', 'is-number@7.0.0']
    assert.equal(run('npm', install, { cwd: project, env }).status, 0)
    assert.equal(runInProject(`await import('@thumbturn/web')`).status, 0)
    assert.equal(run('npx', ['thumbturn', '--version'], { cwd: project, env }).status, 0)
  })
})
