/**
 * Whether this version can be downloaded: the packages from npm, the image, and the files of the release. Until it is true,
 * pages, screens, and messages name what `npm run pack` and `npm run release` build in a clone of the repository.
 */
export const isPublished: boolean = false

/** The version in every package.json, which the names of tarballs contain. */
export const packageVersion = '0.1.0'

/** The npm packages by the names that `npm run pack` takes. */
const packages = {
  web: '@thumbturn/web',
  native: '@thumbturn/native',
  node: '@thumbturn/node',
  webauthn: '@thumbturn/webauthn',
  thumbturn: 'thumbturn',
  dashboard: '@thumbturn/dashboard',
  website: '@thumbturn/website',
} as const

export type PackageName = keyof typeof packages

/** Where `npm run pack` puts tarballs, from a project next to a clone named `thumbturn`. */
export const tarballFolder = '../thumbturn/dist/packages'

/** Shell commands that install packages or the image by name, as they work today: before publication, with what is built in place of the names. */
export function writeInstall(command: string, published = isPublished): string {
  return published ? command : command.replaceAll(/^npm install .*$/gm, useTarballs).replaceAll(image, builtImage)
}

/** The image in the registry, and the one that `npm run release -- image` builds. */
const [image, builtImage] = [`ghcr.io/thumbturn/thumbturn:v${packageVersion}`, `thumbturn:${packageVersion}`]

const useTarballs = (line: string) => line.replaceAll(/(?<= )(@thumbturn\/\w+|thumbturn)(?= |$)/g, toTarball)

const toTarball = (name: string) => `${tarballFolder}/${name.replace('@', '').replace('/', '-')}-${packageVersion}.tgz`

/** One command, and the folder in which to run it. */
export type InstallStep = { where: 'in a clone of the repository' | 'in your project'; command: string }

/** The commands that install these packages, in the order of doing. */
export function listInstallSteps(names: readonly PackageName[], published = isPublished): InstallStep[] {
  const install = `npm install ${names.map((name) => packages[name]).join(' ')}`
  return [
    ...(published
      ? []
      : [{ where: 'in a clone of the repository', command: `npm run pack -- ${names.join(' ')}` } as const]),
    { where: 'in your project', command: writeInstall(install, published) },
  ]
}

/** The same as lines of a shell script: where there are several folders, a comment names each. */
export function writeInstallScript(names: readonly PackageName[], published = isPublished): string {
  const steps = listInstallSteps(names, published)
  if (steps.length === 1) return steps[0]!.command
  const width = Math.max(...steps.map(({ command }) => command.length))
  return steps.map(({ where, command }) => `${command.padEnd(width)} # ${where}`).join('\n')
}

/** The command that starts Thumbturn to try it: in an empty folder, or before publication, in a clone of the repository. */
export const writeStart = (published = isPublished) => (published ? 'npx thumbturn dev' : 'npm start')

/** Statements that are true only before publication, and those that are true only afterward. */
const statements = {
  unpublished: /(?:isn['’]t|aren['’]t|not) (?:yet )?on npm|\bthumbturn-[\w.-]+\.tgz\b/g,
  published: /npm (?:install|i|add)\b[^\n]* (?:@thumbturn\/\w+|thumbturn)(?=[\s'"`]|$)|npmjs\.com\/package/gm,
}

/** The parts of a text that are false in this state: each would lead its reader to a 404, or past what npm has. */
export const findFalseInstalls = (text: string, published = isPublished): string[] =>
  text.match(statements[published ? 'unpublished' : 'published']) ?? []
