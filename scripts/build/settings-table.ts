import { readFileSync, writeFileSync } from 'node:fs'
import {
  describeAllowedValues,
  type SettingSchema,
  Settings,
  type SettingsSchema,
} from '@thumbturn/service/settings.ts'
import { StartSettings } from '../run/start-settings.ts'

const page = new URL('../../docs/settings.md', import.meta.url)
const [begin, end] = ['<!-- settings -->', '<!-- /settings -->']

const toTableRows = (schema: SettingsSchema): string[] =>
  Object.entries<SettingSchema>(schema.properties).map(([name, { default: preset, description = '' }]) => {
    const written = preset === undefined ? '' : `\`${preset}\``
    return `| \`${name}\` | ${written} | ${describeAllowedValues(name, schema)} | ${description.replaceAll('](docs/', '](')} |`
  })

/** The page with its table of settings generated from the schemas. Links are relative to docs/, where the page is. */
function withTable(text: string): string {
  const rows = [Settings, StartSettings].flatMap(toTableRows)
  const table = ['| Setting | Default | Allowed | What it is |', '| --- | --- | --- | --- |', ...rows].join('\n')
  return text.replace(new RegExp(`${begin}[\\s\\S]*${end}`), () => `${begin}\n${table}\n${end}`)
}

const text = readFileSync(page, 'utf8')
if (!process.argv.includes('--check')) writeFileSync(page, withTable(text))
else if (withTable(text) !== text) {
  console.error('The table in docs/settings.md does not match settings.ts and start-settings.ts: run npm run emit')
  process.exitCode = 1
}
