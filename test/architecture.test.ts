import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')

type Import = { from: string; typeOnly: boolean }
type RelativeImport = { file: string; target: string; typeOnly?: boolean }

const load = (name: string) => import(join(root, `scripts/check/${name}.mjs`))
const { readImports, readRelativeImports } = (await load('imports')) as {
  readImports: (path: string) => Import[]
  readRelativeImports: (folder: string, files: string[]) => RelativeImport[]
}
const { coreFolder, findFolderCycles, findImportsUp } = (await load('core-floors')) as {
  coreFolder: string
  findFolderCycles: (imports: RelativeImport[]) => string[]
  findImportsUp: (imports: RelativeImport[]) => RelativeImport[]
}
const { dashboardFolder, findImportsOfPages } = (await load('dashboard-pages')) as {
  dashboardFolder: string
  findImportsOfPages: (imports: RelativeImport[]) => RelativeImport[]
}

/** The imports of a file, as they are written. */
const listImports = (file: string) => readImports(join(root, file))

const isTest = (file: string) => /\.test\.tsx?$|\/test\//.test(file)

const sources = (folder: string) =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root, exclude: (path) => /node_modules|dist/.test(path) }).filter(
    (file) => !isTest(file),
  )

/** Folders of the service, and what each may import of the others: `types` by `import type` only, `files` just these. */
const service: Record<string, { may: string[]; types?: string[]; files?: string[] }> = {
  core: { may: [], types: [] },
  storage: {
    may: [],
    types: ['core'],
    files: [
      'core/after.ts',
      'core/errors.ts',
      'core/model/applications/application.ts',
      'core/model/applications/own-id.ts',
      'core/model/events/ids.ts',
      'core/ports/limiter.ts',
    ],
  },
  adapters: { may: ['core'] },
  http: { may: ['core'] },
  cli: {
    may: ['core', 'http', 'maintenance', 'observability', 'config.ts', 'environment.ts', 'installation.ts'],
    types: ['storage'],
  },
  observability: { may: ['core', 'maintenance'], types: ['http', 'storage'] },
  maintenance: { may: ['core', 'storage', 'adapters', 'config.ts'] },
  'config.ts': {
    may: ['environment.ts', 'secret-files.ts', 'settings.ts'],
    files: ['core/errors.ts', 'storage/engine/postgres-url.ts'],
  },
  'environment.ts': { may: [] },
  'settings.ts': { may: [] },
  'secret-files.ts': { may: ['environment.ts'] },
  'installation.ts': { may: ['core', 'storage', 'adapters', 'config.ts', 'environment.ts'] },
  'main.ts': { may: ['cli', 'core', 'config.ts', 'environment.ts', 'installation.ts'] },
}

const serviceRoot = 'apps/service/src'

/** The first folder (or the file) below src/ that a path lies in. */
const findHome = (path: string) => relative(join(root, serviceRoot), path).split(sep)[0]!

for (const [home, { may, types = [], files = [] }] of Object.entries(service)) {
  test(`in the service, ${home} imports only itself${[...may, ...types].map((name) => `, ${name}`).join('')}`, () => {
    for (const file of sources(serviceRoot).filter((path) => findHome(join(root, path)) === home)) {
      for (const { from, typeOnly } of listImports(file).filter((found) => found.from.startsWith('.'))) {
        const target = findHome(resolve(root, dirname(file), from))
        const path = relative(join(root, serviceRoot), resolve(root, dirname(file), from))
        const allowed = target === home || may.includes(target) || (typeOnly && types.includes(target))
        assert.ok(allowed || files.includes(path), `${file} imports ${from}`)
      }
    }
  })
}

test('the core takes from the contract only its vocabulary: no route, and no schema of a request', () => {
  for (const file of sources(coreFolder)) {
    for (const { from } of listImports(file).filter((found) => found.from.startsWith('@thumbturn/contract')))
      assert.match(from, /^@thumbturn\/contract\/vocabulary\//, file)
  }
})

test('the vocabulary of the contract knows nothing of the routes', () => {
  for (const file of sources('packages/contract/src/vocabulary')) {
    for (const { from } of listImports(file))
      assert.match(from, /^(?:typebox(?:\/value)?|\.\/[\w-]+\.ts|\.\.\/patterns\.ts)$/, file)
  }
})

/** An import that no file has, to try the rules. */
const toImport = (folder: string, from: string, to: string) => ({
  file: `${folder}/${from}`,
  target: `${folder}/${to}`,
})

test('in the core, each floor imports only floors below it, and no flow another flow', () => {
  assert.deepEqual(findImportsUp(readRelativeImports(root, sources(coreFolder))), [])
  const up = toImport(coreFolder, 'model/passkeys/passkey.ts', 'use-cases/passkeys/create.ts')
  const across = toImport(coreFolder, 'flows/otp/start.ts', 'flows/grants/start.ts')
  const down = toImport(coreFolder, 'flows/otp/start.ts', 'use-cases/passkeys/create.ts')
  assert.deepEqual(findImportsUp([up, across, down]), [up, across])
})

test('in the core, no folder needs one that needs it', () => {
  assert.deepEqual(findFolderCycles(readRelativeImports(root, sources(coreFolder))), [])
  const cycle = [
    toImport(coreFolder, 'model/users/a.ts', 'model/contacts/b.ts'),
    toImport(coreFolder, 'model/contacts/c.ts', 'model/users/d.ts'),
  ]
  assert.deepEqual(findFolderCycles(cycle), ['model/users', 'model/contacts'])
})

/** Pairs of neighboring words in the paths of all APIs, such as `auth/init`; parameters are not words. */
function listRouteNames(): string[] {
  const documents = globSync('packages/contract/openapi/*.yaml', { cwd: root })
  const paths = documents.flatMap((file) => readFileSync(join(root, file), 'utf8').match(/^ {2}\/\S+(?=:$)/gm) ?? [])
  const pairs = paths.flatMap((path) => {
    const words = path.trim().split('/').slice(1)
    return words.slice(1).map((word, index) => `${words[index]}/${word}`)
  })
  return [...new Set(pairs)].filter((pair) => !pair.includes('{'))
}

test('the core names no route and no API generation', () => {
  const routes = listRouteNames()
  assert.ok(routes.includes('auth/init') && routes.includes('manage/users'), 'routes are read')
  const generation = /first.generation|older generation|\bgen1\b|\bcurrent API\b|\bproxy API\b|\/fido2\/v\d/i
  for (const file of sources(coreFolder)) {
    // Files of the core are named like some routes: imports don't count.
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^import [^;]*?'[^']+'$/gm, '')
    assert.doesNotMatch(text, generation, file)
    const named = routes.filter((route) => new RegExp(`(?<![\\w./-])/?${route}(?![\\w./-])`).test(text))
    assert.deepEqual(named, [], file)
  }
})

test('the wires of the service never import each other', () => {
  const splitHttpPath = (path: string) => relative(join(root, serviceRoot, 'http'), path).split(sep)
  for (const file of sources(`${serviceRoot}/http`)) {
    const [wire, inside] = splitHttpPath(join(root, file))
    if (inside === undefined) continue
    for (const { from } of listImports(file).filter((found) => found.from.startsWith('.'))) {
      const [target, deeper] = splitHttpPath(resolve(root, dirname(file), from))
      assert.ok(deeper === undefined || target === wire || target === '..', `${file} imports ${from}`)
    }
  }
})

/** Workspaces, and which of ours each may use. */
const ours: Record<string, { may: string[]; types?: string[] }> = {
  'packages/contract': { may: [] },
  'packages/ui': { may: [] },
  'packages/webauthn': { may: [] },
  'packages/web': { may: [], types: ['@thumbturn/contract'] },
  'packages/native': { may: ['@thumbturn/web'] },
  'packages/node': { may: [], types: ['@thumbturn/contract'] },
  'packages/testkit': { may: ['@thumbturn/webauthn'] },
  'apps/service': { may: ['@thumbturn/contract', '@thumbturn/webauthn'] },
  'apps/agent': { may: ['@thumbturn/node'] },
  'apps/demo': { may: ['@thumbturn/web', '@thumbturn/node', '@thumbturn/ui'] },
  'apps/hosted': { may: ['@thumbturn/web', '@thumbturn/ui', '@thumbturn/contract'] },
  'apps/dashboard': { may: ['@thumbturn/web', '@thumbturn/contract', '@thumbturn/examples', '@thumbturn/ui'] },
}

type Needs = Record<string, string>
type Manifest = { name: string; dependencies?: Needs; peerDependencies?: Needs; devDependencies?: Needs }

const toPackageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

for (const [folder, { may, types = [] }] of Object.entries(ours)) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest

  test(`${manifest.name} imports only what its package.json declares, and of ours only ${may.join(', ') || 'itself'}`, () => {
    // Hoisting would let an undeclared import through until the day the other package drops it.
    for (const file of sources(`${folder}/{src,backends}`)) {
      for (const { from, typeOnly } of listImports(file)) {
        // A virtual module is made by the build of its workspace.
        if (/^(?:\.|node:|virtual:)/.test(from)) continue
        const name = toPackageName(from)
        const declared =
          manifest.dependencies?.[name] ??
          manifest.peerDependencies?.[name] ??
          (typeOnly || isTool(file) ? manifest.devDependencies?.[name] : undefined)
        assert.ok(declared !== undefined, `${file} imports ${from}, which ${folder}/package.json does not declare`)
        if (!name.startsWith('@thumbturn/')) continue
        assert.ok(may.includes(name) || (typeOnly && types.includes(name)), `${file} imports ${from}`)
      }
    }
  })
}

test('the torture harness imports only harness, testkit, contract, and node, and of the service only what it prepares, starts, or replaces', () => {
  const prepares =
    /^@thumbturn\/service\/(?:core\/use-cases\/applications\/(?:change|create|keys|own)\.ts|tuning\.mjs)$/
  const manifest = JSON.parse(readFileSync(join(root, 'torture/package.json'), 'utf8')) as Manifest
  for (const file of sources('torture/src')) {
    for (const { from, typeOnly } of listImports(file)) {
      if (/^(?:\.|node:)/.test(from)) continue
      const name = toPackageName(from)
      assert.ok(manifest.devDependencies?.[name] !== undefined, `${file} imports ${from}, which is not declared`)
      if (name !== '@thumbturn/service' || typeOnly || file.startsWith('torture/src/doubles/')) continue
      assert.match(from, prepares, file)
    }
  }
})

test('only what writes the page of reliability imports the torture harness', () => {
  const files = globSync('{apps,packages,e2e,examples,harness,bench,scripts}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: (path) => /node_modules|dist/.test(path),
  })
  for (const file of files.filter(
    (path) => path !== 'scripts/build/reliability-page.ts' && path !== 'scripts/test/fuzz/record.ts',
  ))
    assert.ok(!listImports(file).some(({ from }) => from.startsWith('@thumbturn/torture')), file)
})

const demoRoot = 'apps/demo/src'
const backendPages = globSync(`${demoRoot}/*/index.html`, { cwd: root }).map(dirname)

/** A file and every file of ours that comes along with it when it is loaded. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const { from, typeOnly } of listImports(file))
    if (/^\..*\.tsx?$/.test(from) && !typeOnly) loadedWith(join(dirname(file), from), seen)
  return seen
}

for (const page of ['', ...backendPages]) {
  test(`the page ${page || demoRoot} loads nothing of another page, and no session but its own`, () => {
    const loaded = [...loadedWith(join(page || demoRoot, 'main.tsx'))]
    const others = backendPages.filter((other) => other !== page)
    const strange = page ? [...others, `${demoRoot}/session/session.ts`, `${demoRoot}/session/thumbturn.ts`] : others
    assert.ok(loaded.length > 1, 'imports are followed')
    assert.deepEqual(
      loaded.filter((file) => strange.some((path) => file === path || file.startsWith(`${path}/`))),
      [],
    )
  })
}

test('a page of the dashboard imports no other page, and what pages share imports none', () => {
  assert.deepEqual(findImportsOfPages(readRelativeImports(root, sources(dashboardFolder))), [])
  const byPage = toImport(dashboardFolder, 'users/UserPage.tsx', 'logs/events.ts')
  const byCommon = toImport(dashboardFolder, 'common/users/queries.ts', 'users/Timeline.tsx')
  const byRoutes = toImport(dashboardFolder, 'routes.tsx', 'users/UserPage.tsx')
  assert.deepEqual(findImportsOfPages([byPage, byCommon, byRoutes]), [byPage, byCommon])
})

test('dashboard and hosted pages load no schema of a route, and of the examples only text and programs', () => {
  for (const file of sources(`{${dashboardFolder},apps/hosted/src}`)) {
    for (const { from, typeOnly } of listImports(file)) {
      if (typeOnly) continue
      if (from.startsWith('@thumbturn/contract')) assert.match(from, /\/vocabulary\/|\/patterns\.ts$/, file)
      if (from.startsWith('@thumbturn/examples')) assert.match(from, /\?raw$|\/openid\/(?:programs|fill)\.ts$/, file)
    }
  }
})

test('no relative import leaves its workspace, tests and scripts included', () => {
  const files = globSync('**/*.{ts,tsx,mts,mjs}', {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist|build|build\.next|\.docusaurus)$/.test(path),
  })
  for (const file of files) {
    for (const { from } of listImports(file).filter((found) => found.from.startsWith('.'))) {
      const target = relative(root, resolve(root, dirname(file), from))
      assert.equal(findWorkspace(target), findWorkspace(file), `${file} imports ${from}`)
    }
  }
})

/** The nearest folder whose package.json has a name; folders that only hold packages of tools have none. */
function findWorkspace(path: string): string {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const manifest = join(root, folder, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name) return folder
  }
  return '.'
}

/** Files that run while building, never in the product. */
const isTool = (file: string) => /\/(emit|build|vite\.config)\.ts$/.test(file)

test('metrics and traces are loaded only when they are needed, as their libraries take memory', () => {
  for (const file of sources(serviceRoot).filter((path) => findHome(join(root, path)) !== 'observability')) {
    const text = readFileSync(join(root, file), 'utf8')
    assert.doesNotMatch(text, /^import (?!type)[^;]*?from '[^']*\/observability\//m, file)
    assert.doesNotMatch(text, /from '(?:prom-client|@opentelemetry\/)/, file)
  }
})

test('forwarded headers are read in one module', () => {
  for (const file of sources(serviceRoot).filter((path) => path !== `${serviceRoot}/http/client-address.ts`))
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /['"]x-forwarded-|\[\s*`x-forwarded|trustProxy/i, file)
})

test('no test lies among the sources', () => {
  const found = globSync('{apps,packages}/*/src/**/*.{test,contract,situations}.{ts,tsx}', { cwd: root })
  assert.deepEqual(found, [])
})

test('no source names a folder outside the repository', () => {
  const files = globSync('{apps,packages,scripts,e2e,harness,bench,docs,test}/**/*.{ts,tsx,mjs,md,mdx}', {
    cwd: root,
    exclude: (path) => /node_modules|dist/.test(path),
  })
  for (const file of files.filter((path) => path !== 'test/architecture.test.ts')) {
    assert.doesNotMatch(readFileSync(join(root, file), 'utf8'), /\.\.\/shared\b/, file)
  }
})

test('the service runs no program but the operator’s key command', () => {
  const starters = ['apps/service', 'packages/contract', 'packages/webauthn']
    .flatMap((workspace) => sources(`${workspace}/src`))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('child_process'))
  assert.deepEqual(starters, ['apps/service/src/adapters/key-sources/command.ts'])
})

test('the service takes node:http as a built-in module, never as an ES module, which would load undici as well', () => {
  for (const file of sources(serviceRoot)) {
    const found = listImports(file).filter(({ from, typeOnly }) => from === 'node:http' && !typeOnly)
    assert.deepEqual(found, [], `${file}: use process.getBuiltinModule('node:http')`)
  }
})

test('ARCHITECTURE names every workspace', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const workspaces = globSync(['{apps,packages}/*/package.json', '{bench,e2e,examples,harness,torture}/package.json'], {
    cwd: root,
  })
  for (const workspace of workspaces.map(dirname)) assert.ok(text.includes(`${workspace}/`), `${workspace} is missing`)
})

test('ARCHITECTURE, CONTRIBUTING, and the list of commands name only files that exist', () => {
  const places = ['', `${serviceRoot}/`, 'apps/service/', `${serviceRoot}/storage/`]
  for (const page of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/commands.md']) {
    const named = readFileSync(join(root, page), 'utf8').matchAll(/`([\w.-]+\/[\w./-]+\.(?:tsx?|mts|mjs|mdx?|json))`/g)
    for (const [, path = ''] of named) {
      assert.ok(
        places.some((place) => existsSync(join(root, place + path))),
        `${page} names ${path}`,
      )
    }
  }
})
