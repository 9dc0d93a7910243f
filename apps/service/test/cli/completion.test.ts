import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

/** Asks each shell for what can come last in a line whose last word is incomplete. `words` is that line without `thumbturn`. */
const questions = {
  bash: (words: readonly string[]) =>
    `COMP_WORDS=(thumbturn ${words.join(' ')}); COMP_CWORD=${words.length}
    _thumbturn thumbturn "\${COMP_WORDS[COMP_CWORD]}"; printf '%s\\n' "\${COMPREPLY[@]}"`,
  // Only its line editor can run the completion system, so this prints what the script gives to that, filtered as it would.
  zsh: (words: readonly string[]) =>
    `words=(thumbturn ${words.join(' ')}); CURRENT=$#words
    _describe() { print -l -- \${(M)\${(@P)2}:#\${words[-1]}*} }; _files() { }; _thumbturn`,
  fish: (words: readonly string[]) => `complete -C 'thumbturn ${words.join(' ')}'`,
}
const options = { bash: [], zsh: ['-f'], fish: ['--no-config'] }
const before = { bash: '', zsh: 'compdef() { }; ', fish: '' }

type Shell = keyof typeof questions

const isInstalled = (shell: Shell) => spawnSync(shell, ['--version']).status === 0

/** The words that a shell offers, without what they stand for. */
async function complete(t: TestContext, shell: Shell, words: readonly string[]): Promise<string[]> {
  const folder = dataFolder(t)
  const script = join(folder, `thumbturn.${shell}`)
  writeFileSync(script, (await runCommand(['completion', shell], {})).stdout)
  const line = `${before[shell]}source ${script}; ${questions[shell](words)}`
  const env = { PATH: process.env.PATH, HOME: folder }
  const { stdout, stderr } = await promisify(execFile)(shell, [...options[shell], '-c', line], { env })
  assert.equal(stderr, '')
  return stdout.split('\n').flatMap((one) => one.split(/[:\t]/)[0] || [])
}

for (const shell of ['bash', 'zsh', 'fish'] as const) {
  const skip = isInstalled(shell) ? false : `${shell} is not installed`
  test(`${shell} completes commands and their options`, { skip }, async (t) => {
    assert.deepEqual(await complete(t, shell, ['si']), ['signing-key', 'site'])
    assert.deepEqual(await complete(t, shell, ['app', 'se']), ['set'])
    assert.deepEqual(await complete(t, shell, ['app', 'create', 'shop', '--o']), ['--origin'])
    assert.deepEqual(await complete(t, shell, ['--json', 'key', 'c']), ['create'])
    assert.deepEqual(await complete(t, shell, ['completion', 'z']), ['zsh'])
  })
}

test('no other shell gets a script', async () => {
  const { code, stderr } = await runCommand(['completion', 'csh'], {})
  assert.equal(code, 2)
  assert.match(stderr, /'csh' is invalid.*Allowed choices are bash, zsh, fish/)
})

test('a reader of the output that ends early, such as head, is no error', async () => {
  const program = fileURLToPath(import.meta.resolve('@thumbturn/service/main.ts'))
  const line = 'set -o pipefail; "$NODE" "$PROGRAM" completion zsh | true'
  const { stderr } = await promisify(execFile)('bash', ['-c', line], {
    env: { ...process.env, NODE: process.execPath, PROGRAM: program },
  })
  assert.equal(stderr, '')
})
