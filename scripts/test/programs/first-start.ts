import assert from 'node:assert/strict'

type FirstStart = {
  /** The output of the program. */
  text: string
  /** The words with which it calls its own commands. */
  program: string
  /** Runs one of these commands. @throws AssertionError if it fails */
  runCommand(args: readonly string[]): void
}

/** Opens every address on this machine that a first start printed, and runs every command of it. */
export async function tryFirstStart({ text, program, runCommand }: FirstStart): Promise<void> {
  const addresses = text.match(/http:\/\/localhost\S*/g) ?? []
  assert.ok(addresses.length > 1, text)
  for (const address of addresses) await openAddress(address)
  const commands = text.split('\n').flatMap((line) => line.split(`${program} `).slice(1))
  assert.ok(commands.length > 1, text)
  for (const command of commands) runCommand(command.trim().split(' '))
}

/** The address of an API is the beginning of its routes. */
async function openAddress(address: string): Promise<void> {
  const page = address.endsWith('/fido2/v2') ? `${address}/.well-known/jwks.json` : address
  assert.equal((await fetch(page, { headers: { accept: '*/*' } })).status, 200, page)
}
