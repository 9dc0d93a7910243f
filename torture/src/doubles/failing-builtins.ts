import crypto from 'node:crypto'
import dns from 'node:dns'
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { type Dependency, failing } from '../runs/failing-calls/faults.ts'

type Functions = Record<string, (...given: unknown[]) => unknown>

/** Makes the functions of a built-in module able to fail, wherever they are imported. */
function replace(module: object, names: readonly string[], dependency: Dependency) {
  const functions = module as Functions
  for (const name of names) functions[name] = failing(dependency, functions[name]!.bind(module))
}

replace(crypto, ['randomBytes', 'randomInt', 'randomUUID'], 'randomness')
replace(dns, ['lookup'], 'dns')
replace(dns.promises, ['lookup'], 'dns')
replace(fs.promises, ['readFile', 'open'], 'file')
syncBuiltinESMExports()
