import { readFileSync, writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { apis } from './apis.ts'
import { toOpenApi } from './openapi.ts'
import type { Api } from './route.ts'

const toFileUrl = (name: string) => new URL(`../openapi/openapi_${name}.yaml`, import.meta.url)

/** The text of one API's file. */
export const toYaml = (api: Api) =>
  `# Written by npm run emit from packages/contract; change the contract instead.\n${stringify(toOpenApi(api), { lineWidth: 0, aliasDuplicateObjects: false })}`

// `--check` writes nothing and fails on a difference: that is what CI runs.
if (import.meta.main) {
  const checking = process.argv.includes('--check')
  for (const [name, api] of Object.entries(apis)) {
    const wanted = toYaml(api)
    if (!checking) writeFileSync(toFileUrl(name), wanted)
    else if (readFileSync(toFileUrl(name), 'utf8') !== wanted) {
      console.error(`packages/contract/openapi/openapi_${name}.yaml is not what the contract says: run npm run emit`)
      process.exitCode = 1
    }
  }
}
