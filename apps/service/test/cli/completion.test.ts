import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { runCommand } from '@thumbturn/service-harness/command.ts'
import { dataFolder } from '@thumbturn/service-harness/program.ts'

/** Returns the completions that bash offers for a line whose last word is incomplete. */
async function completeInBash(script: string, words: readonly string[]): Promise<string[]> {
  const ask = `_thumbturn thumbturn "\${COMP_WORDS[COMP_CWORD]}"; printf "%s\\n" "\${COMPREPLY[@]}"`
  const line = `COMP_WORDS=(thumbturn ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`
  const { stdout } = await promisify(execFile)('bash', ['-c', `source ${script}; ${line}; ${ask}`])
  return stdout.split('\n').filter(Boolean)
}

test('bash completes commands and their options', async (t) => {
  const script = join(dataFolder(t), 'thumbturn.bash')
  writeFileSync(script, (await runCommand(['completion', 'bash'], {})).stdout)
  assert.deepEqual(await completeInBash(script, ['si']), ['signing-key'])
  assert.deepEqual(await completeInBash(script, ['app', 'se']), ['set'])
  assert.deepEqual(await completeInBash(script, ['app', 'create', 'shop', '--o']), ['--origin'])
  assert.deepEqual(await completeInBash(script, ['--json', 'key', 'c']), ['create'])
  assert.deepEqual(await completeInBash(script, ['completion', 'z']), ['zsh'])
})

test('zsh and fish get a script, and no other shell does', async () => {
  const zsh = (await runCommand(['completion', 'zsh'], {})).stdout
  assert.match(zsh, /^#compdef thumbturn\n/)
  assert.match(zsh, /'app create'\) known=\('--rp-id:the domain that passkeys are bound to' /)
  const fish = (await runCommand(['completion', 'fish'], {})).stdout
  assert.match(fish, /^complete -c thumbturn .* -f -a signing-key -d 'Manage the signing keys of an application'$/m)
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
