import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { tarballFolder, writeInstall } from '@thumbturn/contract/vocabulary/publication.ts'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { root } from '../running.ts'
import { type Program, runOrThrow, startShell } from './programs.ts'

/** Where scripts/test/packages-test.mjs put the tarballs. */
export const packages = process.env.PACKAGES_DIR ?? ''

/** The tarball of a package; `name` without scope. */
export function findTarball(name: 'web' | 'native' | 'node' | 'webauthn' | 'thumbturn'): string {
  const [found] = globSync(name === 'thumbturn' ? 'thumbturn-[0-9]*.tgz' : `thumbturn-${name}-*.tgz`, { cwd: packages })
  if (found === undefined) throw new Error('Run these tests with `npm run packages:test`')
  return join(packages, found)
}

/** Scaffolders, and packages that follow their version, in the versions that these tests were written with. */
const pinned = {
  'vite@latest': 'vite@9.3.0',
  'create-next-app@latest': 'create-next-app@16.4.3',
  'npx sv create': 'npx sv@0.17.1 create',
  'create-expo-app@latest': 'create-expo-app@5.0.0',
  'blank-typescript': 'expo-template-blank-typescript@57.0.28 --no-install',
  'expo-secure-store': 'expo-secure-store@57',
  'jest-expo': 'jest-expo@57',
}

/** A project as a quickstart of the website has users create it, from a folder of `examples/projects`. */
export type Project = {
  folder: string
  /** The address of the service. */
  service: string
  /** The address of the page, which is its origin. */
  page: string
  /** The address of its backend; the same unless that is a program of its own. */
  backend: string
  /** Runs a region of `commands.sh`, or that command. Returns what it printed. */
  run(region: string): string
  /** The command of a region as it is run here. */
  read(region: string): string
  /** Starts a region, or that command, and waits until the address responds. */
  start(region: string, address: string): Promise<Program>
  remove(): void
}

/** Where a project comes from: the folder of the sample, and the page of the website that prints its files. */
type Source = { sample: string; guide: string }

const fromQuickstart = (name: string): Source => ({ sample: `projects/${name}`, guide: `quickstarts/${name}` })

/** Creates the project, by default that of a quickstart, installs the packages, and adds the files of the sample. */
export async function createProject(name: string, source: Source = fromQuickstart(name)): Promise<Project> {
  const parent = mkdtempSync(join(tmpdir(), 'thumbturn-project-'))
  const folder = join(parent, 'my-app')
  const sample = join(root, 'examples', source.sample)
  const ports = { 4300: await findFreePort(), 5173: await findFreePort(), 3000: await findFreePort() }
  const here = (text: string) => text.replaceAll(/\b(4300|5173|3000)\b/g, (port) => String(ports[port as '4300']))
  const commands = here(readFileSync(join(sample, 'commands.sh'), 'utf8'))
  const read = (region: string) => readRegion(commands, region) ?? region
  const page = commands.includes(String(ports[5173])) ? ports[5173] : ports[3000]
  const toAddress = (port: number) => `http://localhost:${port}`
  const project: Project = {
    folder,
    service: toAddress(ports[4300]),
    page: toAddress(page),
    backend: toAddress(ports[3000]),
    read,
    run: (region) => runOrThrow(read(region), { cwd: folder }),
    start: (region, address) =>
      startShell(read(region), address, { cwd: folder, env: { PORT: new URL(address).port } }),
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 5 }),
  }
  runOrThrow(replaceAll(read('create'), pinned), { cwd: parent })
  report(`${name}: npm install`, () => project.run(replaceAll(useTarballs(read('install')), pinned)))
  for (const { from, to } of listPrintedFiles(source.guide)) {
    mkdirSync(dirname(join(folder, to)), { recursive: true })
    writeFileSync(join(folder, to), here(readFileSync(join(root, from), 'utf8')))
  }
  return project
}

/** The files that a guide of the website prints; apps/docs/test/quickstarts.test.ts shows that quickstarts print all of them. */
function listPrintedFiles(guide: string): { from: string; to: string }[] {
  const page = readFileSync(join(root, `apps/docs/docs/${guide}.mdx`), 'utf8')
  return [...page.matchAll(/file=(\S+) title="(\S+)"/g)].map(([, from, to]) => ({ from: from!, to: to! }))
}

function readRegion(commands: string, name: string): string | undefined {
  return new RegExp(`^# #region ${name}\n([^]*?)\n# #endregion$`, 'm').exec(commands)?.[1]
}

const replaceAll = (text: string, names: Record<string, string>) =>
  Object.entries(names).reduce((result, [from, to]) => result.replaceAll(from, to), text)

/** The command that the website shows before publication, with the folder where the tarballs of this run are. */
const useTarballs = (command: string) => writeInstall(command, false).replaceAll(tarballFolder, packages)

/** Prints how long something took. */
export function report<Result>(what: string, run: () => Result): Result {
  const start = performance.now()
  const result = run()
  console.log(`  ${what}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
  return result
}
