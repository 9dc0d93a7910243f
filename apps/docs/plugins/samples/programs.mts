import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

type Program = {
  id: string
  name: string
  redirectUris: readonly string[]
  postLogoutRedirectUris?: readonly string[]
  scopes: readonly string[]
  requirePkce?: boolean
  settings: readonly { place: string; file: string; text: string }[]
  notes: readonly string[]
  documentation: string
  verified: 'run' | 'documentation'
}

const mark = /^<OpenidPrograms \/>$/m

const file = new URL('../../generated/programs.json', import.meta.url)

/** A page with the settings of every program in place of `<OpenidPrograms />`: as Markdown, which the search and the contents know. */
export function withPrograms(page: string): string {
  if (!mark.test(page)) return page
  const programs = JSON.parse(readFileSync(file, 'utf8')) as Program[]
  return page.replace(mark, () => [writeTable(programs), ...programs.map(writeProgram)].join('\n\n'))
}

const verdicts = { run: 'Tested', documentation: 'From its documentation' }

function writeTable(programs: readonly Program[]): string {
  const rows = programs.map(
    ({ id, name, redirectUris, verified }) =>
      `| [${name}](#${id}) | ${redirectUris.map((uri) => `\`${uri}\``).join('<br/>')} | ${verdicts[verified]} |`,
  )
  return ['| Program | Redirect URI | Settings |', '| --- | --- | --- |', ...rows].join('\n')
}

function writeProgram(program: Program): string {
  const { id, name, settings, notes, documentation, verified } = program
  return [
    `## ${name} {/* #${id} */}`,
    `${verdicts[verified]}. See [the documentation of ${name}](${documentation}). Create the client:`,
    fence('sh', '', writeCommand(program)),
    ...settings.map(({ place, file, text }) => fence(findLanguage(file), ` title="${place}"`, text.trimEnd())),
    notes.map((note) => `- ${note}`).join('\n'),
  ].join('\n\n')
}

const fence = (language: string, rest: string, code: string) => `\`\`\`${language}${rest}\n${code}\n\`\`\``

/** With the options that differ from the defaults of a web client. */
function writeCommand({ id, name, redirectUris, postLogoutRedirectUris = [], requirePkce = true }: Program): string {
  return [
    `npx thumbturn client create {app} --id ${id} --name '${name}'`,
    ...redirectUris.map((uri) => `  --redirect-uri '${uri}'`),
    ...postLogoutRedirectUris.map((uri) => `  --post-logout-redirect-uri '${uri}'`),
    ...(requirePkce ? [] : ['  --set requirePkce=false']),
  ].join(' \\\n')
}

const languages: Readonly<Record<string, string>> = {
  conf: 'text',
  env: 'sh',
  ini: 'ini',
  json: 'json',
  py: 'python',
  rb: 'ruby',
  sh: 'sh',
  toml: 'toml',
  ts: 'ts',
  txt: 'text',
  yml: 'yaml',
}

const findLanguage = (file: string) => languages[basename(file).split('.').at(-1)!] ?? 'text'
