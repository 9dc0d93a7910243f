// `npm run shape`: measures the sources (sizes, import cycles, floors, where things live, names) and fails on what must be zero.
// `--json` prints figures for a program. A folder as the argument measures another checkout.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { parse as parseModule } from '@babel/parser'
import { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { eventRegistry } from '@thumbturn/contract/vocabulary/event-registry.ts'
import { severities } from '@thumbturn/contract/vocabulary/events.ts'
import { groupEvents } from '@thumbturn/contract/vocabulary/group-events.ts'
import { limitClasses } from '@thumbturn/contract/vocabulary/limit-classes.ts'
import { locales } from '@thumbturn/contract/vocabulary/locales.ts'
import { openidEvents } from '@thumbturn/contract/vocabulary/openid-events.ts'
import { apiKeyScopes, serviceScopes } from '@thumbturn/contract/vocabulary/scopes.ts'
import { crossAuthMethods, mfaActions } from '@thumbturn/contract/vocabulary/sign-in-methods.ts'
import { siteEvents } from '@thumbturn/contract/vocabulary/site-events.ts'
import { root } from '../run/install.mjs'
import { coreFolder, findFolderCycles, findImportsUp } from './core-floors.mjs'
import { dashboardFolder, findImportsOfPages } from './dashboard-pages.mjs'
import { readRelativeImports } from './imports.mjs'

const mostFileLines = 400
const mostFunctionLines = 60

const asJson = process.argv.includes('--json')
const [folder = root] = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const tracked = execFileSync('git', ['ls-files'], { cwd: folder, encoding: 'utf8' }).trim().split('\n')
const files = tracked.filter((file) => /\.(ts|tsx|mts|mjs)$/.test(file) && existsSync(join(folder, file)))
const isTest = (file) =>
  !file.startsWith('scripts/') && /(^|\/)(test|e2e)\/|^harness\/|\.(test|contract|situations)\.tsx?$/.test(file)
const parsed = new Map(files.map((file) => [file, parse(file)]))
const sources = files.filter((file) => !isTest(file))

const fileSizes = sources.map((file) => parsed.get(file).lines).sort(ascending)
const functions = sources.flatMap((file) => parsed.get(file).functions)
const functionSizes = functions.map(({ lines }) => lines).sort(ascending)
const endingInOf = sources
  .flatMap((file) => parsed.get(file).functions)
  .filter(({ name }) => /[a-z]Of$/.test(name ?? ''))
const importsIn = (part) =>
  readRelativeImports(
    folder,
    sources.filter((file) => file.startsWith(`${part}/`)),
  )
const inWords = ({ file, target }) => `${file} → ${target}`
const figures = {
  sourceFiles: sources.length,
  fileLines: { median: at(fileSizes, 0.5), p90: at(fileSizes, 0.9), most: at(fileSizes, 1) },
  functions: functions.length,
  functionLines: { median: at(functionSizes, 0.5), p90: at(functionSizes, 0.9), most: at(functionSizes, 1) },
  tooLong: findTooLong(),
  importCycles: cycles(),
  coreFolderCycles: findFolderCycles(importsIn(coreFolder)),
  coreImportsUp: findImportsUp(importsIn(coreFolder)).map(inWords),
  importsOfDashboardPages: findImportsOfPages(importsIn(dashboardFolder)).map(inWords),
  relativeImportsAcrossWorkspaces: files.flatMap(leaving),
  testsAmongSources: files.filter((file) => /\/src\/.*\.(test|contract|situations)\.tsx?$/.test(file)),
  functionsNamedOf: endingInOf.length,
  vocabularies: vocabularies(),
}

if (asJson) console.log(JSON.stringify(figures, null, 2))
else print()
const mustBeEmpty = [
  'tooLong',
  'importCycles',
  'coreFolderCycles',
  'coreImportsUp',
  'importsOfDashboardPages',
  'relativeImportsAcrossWorkspaces',
  'testsAmongSources',
]
const isRepeated = Object.values(figures.vocabularies).some((places) => places.length !== 1)
process.exitCode = isRepeated || mustBeEmpty.some((name) => figures[name].length > 0) ? 1 : 0

/** Lines, named functions with their lines, and relative imports (type-only ones included). */
function parse(file) {
  const text = readFileSync(join(folder, file), 'utf8')
  const plugins = /\.m?ts$/.test(file) ? ['typescript'] : ['typescript', 'jsx']
  const { program } = parseModule(text, { sourceType: 'module', plugins })
  const functions = []
  const imports = new Set()
  const lists = []
  const shapes = []
  const listByName = new Map()
  visit(program, (node) => {
    const list = readList(node, listByName)
    if (list) lists.push(list)
    if (node.type === 'VariableDeclarator' && node.init) {
      listByName.set(node.id.name, readList(node.init.expression ?? node.init, listByName) ?? [])
    }
    shapes.push(readNames(node))
    const named = namedFunction(node)
    if (named) functions.push({ ...named, file })
    const from = /^(Import|Export(Named|All))Declaration$/.test(node.type) ? node.source?.value : undefined
    if (from?.startsWith('.')) imports.add(normalize(join(dirname(file), from)))
  })
  return { lines: text.split('\n').length - 1, functions, imports: [...imports], lists, shapes }
}

/** Biome doesn't count every line of a function, such as those of comments. */
function findTooLong() {
  const places = functions.filter(({ lines }) => lines > mostFunctionLines).map(({ file, name }) => `${file} ${name}`)
  return [...sources.filter((file) => parsed.get(file).lines > mostFileLines), ...places]
}

function visit(node, see) {
  see(node)
  for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') visit(child, see)
}

/** The name and lines of a function declaration, a method, or a function that a variable or a property holds. */
function namedFunction(node) {
  const isFunction = (value) => /^(Arrow)?FunctionExpression$/.test(value?.type ?? '')
  const linesIn = ({ loc }) => loc.end.line - loc.start.line + 1
  if (node.type === 'FunctionDeclaration') return { name: node.id?.name, lines: linesIn(node) }
  if (/^(Object|Class)(Private)?Method$/.test(node.type)) return { name: node.key.name, lines: linesIn(node) }
  if (node.type === 'VariableDeclarator' && isFunction(node.init)) {
    return { name: node.id.name, lines: linesIn(node.init) }
  }
  if (node.type === 'ObjectProperty' && isFunction(node.value)) {
    return { name: node.key.name, lines: linesIn(node.value) }
  }
}

/** Groups of files that import each other, directly or not (Tarjan's strongly connected components). */
function cycles() {
  const found = []
  const state = new Map()
  const stack = []
  const visit = (file) => {
    const mine = { index: state.size, low: state.size, onStack: true }
    state.set(file, mine)
    stack.push(file)
    for (const next of parsed.get(file)?.imports ?? []) {
      if (!parsed.has(next)) continue
      const theirs = state.get(next) ?? visit(next)
      if (theirs.onStack) mine.low = Math.min(mine.low, theirs.low)
    }
    if (mine.low === mine.index) {
      const group = stack.splice(stack.indexOf(file))
      for (const member of group) state.get(member).onStack = false
      if (group.length > 1) found.push(group.sort())
    }
    return mine
  }
  for (const file of sources) if (!state.has(file)) visit(file)
  return found
}

function leaving(file) {
  return parsed
    .get(file)
    .imports.filter((target) => findWorkspace(target) !== findWorkspace(file))
    .map((target) => `${file} → ${target}`)
}

/** The nearest folder whose package.json has a name. */
function findWorkspace(path) {
  for (let at = dirname(path); at !== '.'; at = dirname(at)) {
    const manifest = join(folder, at, 'package.json')
    if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name) return at
  }
  return '.'
}

/**
 * The files in which one array or union has every value of a vocabulary, or one object or type every name. Each has one:
 * everything else derives from it, by types or records that the compiler checks.
 */
function vocabularies() {
  const values = {
    'API key scopes': apiKeyScopes,
    'service scopes': serviceScopes,
    'limit classes': limitClasses,
    'cross-auth methods': crossAuthMethods,
    'MFA actions': mfaActions,
    'event severities': severities,
    locales,
  }
  const names = {
    'application settings': Object.keys(ApplicationSettings.properties),
    'event types': Object.keys(eventRegistry).filter(
      (type) => !(type in { ...openidEvents, ...groupEvents, ...siteEvents }),
    ),
    'event types of OpenID clients': Object.keys(openidEvents),
    'event types of groups': Object.keys(groupEvents),
    'event types of protected sites': Object.keys(siteEvents),
  }
  return { ...findPlaces(values, 'lists'), ...findPlaces(names, 'shapes') }
}

function findPlaces(vocabularies, part) {
  const places = sources.filter((file) => /^(apps\/service|packages)\/.*src\//.test(file))
  const isSpelledIn = (words) => (file) =>
    parsed.get(file)[part].some((found) => words.every((word) => found.includes(word)))
  return Object.fromEntries(
    Object.entries(vocabularies).map(([name, words]) => [name, places.filter(isSpelledIn(words))]),
  )
}

/** The texts of an array or a union; those of an array of the same file that it spreads included. */
function readList(node, listByName) {
  if (node.type === 'TSUnionType') return node.types.map(({ literal }) => literal?.value)
  if (node.type !== 'ArrayExpression') return undefined
  return node.elements.flatMap((element) =>
    element?.type === 'SpreadElement' ? (listByName.get(element.argument.name) ?? []) : [element?.value],
  )
}

/** The names that an object or an object type has. */
function readNames(node) {
  const members = node.type === 'ObjectExpression' ? node.properties : node.type === 'TSTypeLiteral' ? node.members : []
  return members.map(({ key }) => key?.name ?? key?.value)
}

function print() {
  const { fileLines, functionLines, importCycles, vocabularies } = figures
  const sizes = ({ median, p90, most }) => `median ${median}, p90 ${p90}, at most ${most} lines`
  console.log(`${figures.sourceFiles} source files: ${sizes(fileLines)}`)
  console.log(`${figures.functions} named functions: ${sizes(functionLines)}`)
  console.log(`functions named …Of: ${figures.functionsNamedOf}`)
  list('files and functions that are too long', figures.tooLong)
  list(
    'import cycles',
    importCycles.map((group) => group.join(', ')),
  )
  list('folders of the core that need each other', figures.coreFolderCycles)
  list('imports of the core that go up a floor', figures.coreImportsUp)
  list('pages of the dashboard that import another', figures.importsOfDashboardPages)
  list('relative imports across workspaces', figures.relativeImportsAcrossWorkspaces)
  list('tests among sources', figures.testsAmongSources)
  for (const [name, places] of Object.entries(vocabularies)) list(`files that define all ${name}`, places)
}

function list(title, entries) {
  console.log(`${title}: ${entries.length}`)
  for (const entry of entries) console.log(`  ${entry}`)
}

function ascending(a, b) {
  return a - b
}

function at(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}
