// Terms that we don't use, in pages, comments, and texts (`npm run terms -- apps/demo` checks one folder, `--json` prints
// for a program). The list is lint/terminology/terms.json.
import { join } from 'node:path'
import { node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'

ensureInstalled(join(root, 'lint'), ['--ignore-scripts'])
process.exitCode = run(node, ['lint/terminology/lint.mjs', ...process.argv.slice(2)]) ? 0 : 1
