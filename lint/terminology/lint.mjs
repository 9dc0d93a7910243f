// Finds terms that we don't use (terms.json) in Markdown, MDX, comments, texts of the user interface, and other strings of
// several words; comments that open with a clause; and types that are named by a participle. Prints each with its place and
// the term to use; `--json` prints them for a program. Arguments are folders or files; by default everything that Git knows
// is checked, except files that quote terms or are in other languages.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findTerms, settings } from './find.mjs'

const root = resolve(import.meta.dirname, '../..')
const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const isQuoting = (file) => settings.quoting.some((path) => file.startsWith(path))
const listing = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths]
const files = execFileSync('git', listing, { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(mdx?|tsx?|mts|mjs|cjs)$/.test(file) && !isQuoting(file) && existsSync(join(root, file)))

const findings = []
for (const file of files) {
  const found = await findTerms(file, readFileSync(join(root, file), 'utf8'))
  findings.push(...found.map((finding) => ({ file, ...finding })))
}
if (process.argv.includes('--json')) console.log(JSON.stringify(findings, null, 2))
else for (const { file, line, message } of findings) console.log(`${file}:${line}: ${message}`)
console.error(`${files.length} files, ${findings.length} terms to replace`)
process.exitCode = findings.length === 0 && files.length > 0 ? 0 : 1
