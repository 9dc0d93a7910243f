// Lints the emitted OpenAPI documents.
import { join } from 'node:path'
import { node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'

ensureInstalled(join(root, 'lint'), ['--ignore-scripts'])
process.exitCode = run(node, ['lint/openapi/lint.mjs']) ? 0 : 1
