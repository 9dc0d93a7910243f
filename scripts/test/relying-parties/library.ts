import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { findFreePort } from '@thumbturn/service-harness/free-port.ts'
import { startProgram } from '../programs/program.ts'
import { startProvider } from './provider.ts'

/** Signs a user in to a program of ours that uses a library: `/` shows the claims of the user, `/refresh` and `/sign-out` do what they say. */
export async function testLibrary(t: TestContext, command: readonly [string, ...string[]]) {
  const { browser, username, countSignIns, countTokenCalls, create, issuer } = await startProvider(t)
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const { clientId, clientSecret } = await create({
    name: 'A program',
    redirectUris: [`${origin}/callback`],
    postLogoutRedirectUris: [`${origin}/`],
  })
  const env = {
    ISSUER: issuer,
    ORIGIN: origin,
    PORT: String(port),
    CLIENT_ID: clientId,
    CLIENT_SECRET: clientSecret,
  }
  const program = await startProgram(command, { env, isReady: async () => (await fetch(`${origin}/ready`)).ok })
  t.after(() => program.stop('SIGKILL'))
  const readUsername = async (path: string) => {
    const page = await browser.open(`${origin}${path}`).catch((error) => assert.fail(`${error}${program.readOutput()}`))
    assert.equal(page.status, 200, `${page.url}: ${page.text}`)
    return (JSON.parse(page.text) as Record<string, string>).preferred_username
  }

  assert.equal(await readUsername('/'), username)
  assert.equal(await readUsername('/refresh'), username)
  assert.deepEqual([countSignIns(), countTokenCalls()], [1, 2])
  assert.equal(await readUsername('/sign-out'), username)
  assert.equal(countSignIns(), 2)
}
