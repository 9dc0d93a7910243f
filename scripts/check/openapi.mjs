// Lints the emitted OpenAPI documents. The linter has packages of its own, so that nobody installs them to run the
// product; its install scripts only report to their makers, so they do not run.
import { join } from 'node:path'
import { node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'

ensureInstalled(join(root, 'lint'), ['--ignore-scripts'])
process.exitCode = run(node, ['lint/openapi/lint.mjs']) ? 0 : 1
