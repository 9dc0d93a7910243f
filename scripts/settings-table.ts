import { readFileSync, writeFileSync } from 'node:fs'
import { allowedValues, Settings } from '../apps/service/src/config.ts'

const readme = new URL('../README.md', import.meta.url)
const [begin, end] = ['<!-- settings -->', '<!-- /settings -->']

function row(name: keyof typeof Settings.properties): string {
  const { default: preset, description = '' } = Settings.properties[name] as { default?: unknown; description?: string }
  return `| \`${name}\` | ${preset === undefined ? '' : `\`${preset}\``} | ${allowedValues(name)} | ${description} |`
}

/** The README with its table of settings made anew from the configuration itself. */
function withTable(text: string): string {
  const rows = (Object.keys(Settings.properties) as (keyof typeof Settings.properties)[]).map(row)
  const table = ['| Setting | Default | Allowed | What it is |', '| --- | --- | --- | --- |', ...rows].join('\n')
  return text.replace(new RegExp(`${begin}[\\s\\S]*${end}`), () => `${begin}\n${table}\n${end}`)
}

const text = readFileSync(readme, 'utf8')
if (!process.argv.includes('--check')) writeFileSync(readme, withTable(text))
else if (withTable(text) !== text) {
  console.error('The table of settings in README.md is not what config.ts says: run npm run emit')
  process.exitCode = 1
}
