// Checks the spelling of every page and document. Correct words that the checker doesn't know go into
// lint/spelling/words.txt.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { node, run } from '../run/command.mjs'
import { ensureInstalled, root } from '../run/install.mjs'

const built = /^(node_modules|build|build\.next|dist|generated|test-results|data|\..+)$/
const exclude = ({ name }) => built.test(name)
const texts = globSync('**/*.{md,mdx}', { cwd: root, exclude, withFileTypes: true })
if (texts.length === 0) throw new Error('No text was found')

ensureInstalled(join(root, 'lint'), ['--ignore-scripts'])
const options = [
  '--config',
  'lint/spelling/cspell.json',
  '--no-progress',
  '--no-must-find-files',
  '--file-list',
  'stdin',
]
const input = texts.map(({ parentPath, name }) => join(parentPath, name)).join('\n')
const io = { input, stdio: ['pipe', 'inherit', 'inherit'] }
process.exitCode = run(node, ['lint/node_modules/cspell/bin.mjs', 'lint', ...options], io) ? 0 : 1
