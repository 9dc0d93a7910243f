// Mutation testing of the verifier: changes its code in two thousand places, one at a time, and counts the changes that a
// test notices. It takes 20 to 40 minutes on two cores; you can stop it with Ctrl+C at any time. Exits with 1 below 90%.
// `npm run mutation -- cose x509/chain.ts` changes only these folders and files of packages/webauthn/src.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'

const folder = join(root, 'packages/webauthn')
const stryker = join(root, 'lint/audits/node_modules/@stryker-mutator/core/bin/stryker.js')
const only = process.argv.slice(2).map((path) => `src/${path.endsWith('.ts') ? path : `${path}/**/*.ts`}`)
const args = only.length > 0 ? ['--mutate', only.join(',')] : []

ensureInstalled(join(root, 'lint/audits'), ['--ignore-scripts'])
// Left by an interrupted run.
rmSync(join(folder, 'mutation/.stryker-tmp'), { recursive: true, force: true })
process.exitCode = run(node, [stryker, 'run', 'mutation/stryker.config.mjs', ...args], { cwd: folder }) ? 0 : 1
