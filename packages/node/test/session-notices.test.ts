import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { claimLogouts, sendLogout } from '@thumbturn/service/core/use-cases/logout-notices/send.ts'
import { addOpenidClient, type Browser, signInToClient, signOutOfBrowser } from '@thumbturn/service-harness/openid.ts'
import { decodeJwt } from 'jose'
import { createSessions, type EndedSessions, type SessionOptions } from '../src/session/index.ts'
import { startServer, type TestService, useTestService } from './service.ts'
import { createBrowser, toOptions } from './sessions.ts'

const running = useTestService()

/** A program with the routes `/start` (with an ID token in the header Authorization), `/me`, and `/logout`. */
async function serve(t: TestContext, options: SessionOptions): Promise<string> {
  const sessions = createSessions(options)
  return startServer(t, async (request, response) => {
    if (request.url === '/logout') return sessions.backchannelLogout(request, response)
    if (request.url === '/me') return sessions.require(request, response, () => void response.end('{}'))
    const { sub = '', sid } = decodeJwt(request.headers.authorization!)
    await sessions.start(request, response, { claims: { sub, sid } })
    response.end()
  })
}

/** Two instances of a program, of which the first gets logout tokens. */
async function startProgram(t: TestContext, service: TestService, ended?: EndedSessions) {
  const id = randomUUID()
  const options = await toOptions(service, { clientId: id, apiKey: undefined, ended, onError() {} })
  const instances = [await serve(t, options), await serve(t, options)] as const
  const client = await addOpenidClient(service, { id, backchannelLogoutUri: `${instances[0]}/logout` })
  return { client, instances }
}

/** A user who signed in at the first instance, with what each of the two responds. */
async function signIn(service: TestService, { client, instances }: Awaited<ReturnType<typeof startProgram>>) {
  const { tokens, browser } = await signInToClient(service, client)
  const own = createBrowser()
  await own.ask(`${instances[0]}/start`, { headers: { authorization: tokens.id_token } })
  const readStatuses = async () => {
    const responses = [await own.ask(`${instances[1]}/me`), await own.ask(`${instances[0]}/me`)]
    return responses.map(({ status }) => status).reverse()
  }
  return { browser, readStatuses }
}

/** Signs out at the hosted page, after which the service sends the logout token over HTTP. */
async function signOut(service: TestService, browser: Browser) {
  await signOutOfBrowser(service, browser)
  const notices = await claimLogouts(service.core, 20)
  const sent = notices.map((notice) => sendLogout(service.core, notice, new AbortController().signal))
  return (await Promise.all(sent)).map(({ outcome }) => outcome)
}

/** Like a store outside of the instances, such as Redis, which responds later. */
function createSharedStore() {
  const names = new Set<string>()
  const state = { isDown: false }
  const call = async <Result>(run: () => Result) => {
    if (state.isDown) throw new Error('connection lost')
    return run()
  }
  const ended: EndedSessions = {
    add: (name) => call(() => void names.add(name)),
    has: (asked) => call(() => asked.some((name) => names.has(name))),
  }
  return { ended, state }
}

test('a logout token that one instance gets ends the session on the other, too, with a shared store', async (t) => {
  const service = running()
  const program = await startProgram(t, service, createSharedStore().ended)
  const [ada, grace] = [await signIn(service, program), await signIn(service, program)]
  assert.deepEqual(await ada.readStatuses(), [200, 200])
  assert.deepEqual(await signOut(service, ada.browser), ['sent'])
  assert.deepEqual(await ada.readStatuses(), [401, 401])
  assert.deepEqual(await grace.readStatuses(), [200, 200])
})

test('without a shared store, the session ends only on the instance that got the logout token', async (t) => {
  const service = running()
  const program = await startProgram(t, service)
  const { browser, readStatuses } = await signIn(service, program)
  assert.deepEqual(await signOut(service, browser), ['sent'])
  assert.deepEqual(await readStatuses(), [401, 200])
})

test('a logout token is sent again until the shared store has it', async (t) => {
  const service = running()
  const { ended, state } = createSharedStore()
  const { browser, readStatuses } = await signIn(service, await startProgram(t, service, ended))
  state.isDown = true
  assert.deepEqual(await signOut(service, browser), ['later'])
  state.isDown = false
  assert.deepEqual(await readStatuses(), [200, 200])
  service.clock.advance(5 * 60_000)
  assert.deepEqual(await signOut(service, browser), ['sent'])
  assert.deepEqual(await readStatuses(), [401, 401])
})
