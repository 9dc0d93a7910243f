// `node scripts/test/sdks/contract.mjs current`: prints an OpenAPI document of the contract as JSON, for tests in languages whose
// standard library has no YAML.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '../../../packages/contract/openapi')
console.log(JSON.stringify(parse(readFileSync(join(folder, `openapi_${process.argv[2]}.yaml`), 'utf8'))))
