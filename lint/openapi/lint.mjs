// Lints every emitted OpenAPI document with Spectral's recommended rules and ours. Exits with 1 if there are findings.
import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import core from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import rulesets from '@stoplight/spectral-rulesets'
import { exampleRules } from './examples.mjs'
import { rules } from './rules.mjs'

const root = resolve(import.meta.dirname, '../..')
const files = globSync('packages/contract/openapi/openapi_*.yaml', { cwd: root }).sort()
const spectral = new core.Spectral()
spectral.setRuleset({ extends: [rulesets.oas], rules: { ...rules, ...exampleRules } })

let count = 0
for (const file of files) {
  const path = join(root, file)
  const found = await spectral.run(new core.Document(readFileSync(path, 'utf8'), parsers.Yaml, path))
  for (const { code, message, range, path: place } of found)
    console.error(`${relative(root, path)}:${range.start.line + 1} ${code}: ${message} (${place.join(' ')})`)
  count += found.length
}
console.log(`${files.length} documents, ${count} findings`)
process.exitCode = count === 0 && files.length > 0 ? 0 : 1
