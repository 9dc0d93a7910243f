import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { currentApi, type Route } from '@thumbturn/contract'
import { signUpUserOn } from '@thumbturn/service-harness/backend.ts'
import { exampleCall, type Operation, operations } from '@thumbturn/service-harness/calls.ts'
import { type Credential, everyCredential, verdictOn } from '@thumbturn/service-harness/credentials.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Service, stored, useService } from '@thumbturn/service-harness/service.ts'
import type { SignedUpUser } from '@thumbturn/service-harness/situations.ts'

/** Operations that read the body, including `app`, before they authenticate the caller, and then require a token. */
const takesAppToken = ({ access, body }: Route) =>
  access.kind === 'optionalUser' && 'app' in ((body as { properties?: object } | undefined)?.properties ?? {})

/** Clients present credentials in a form, and tokens that only the OpenID Provider knows, so that its handlers verify them. */
const authenticatesItself = ({ access, also }: Route) => access.kind === 'public' && (401 in also || 403 in also)

const said = { msg: 'Why', msgCode: 'unauthorized' }

/** Every route of every API × every kind of credential, derived from the contract so that new routes are included. */
anyEngine('authorization', (fresh) => {
  const running = useService(fresh)
  let credentials: readonly Credential[] = []
  let victim: SignedUpUser
  let tried = 0

  before(async () => {
    victim = await signUpUserOn(running(), 'the-device-of-the-victim')
    credentials = await everyCredential(running(), victim)
  })

  for (const operation of operations) {
    const { name, api, route } = operation
    test(`${api.title}: ${name} (${Object.values(route.access).join(' ')}) accepts only the right credentials, and rejected calls have no effect`, async () => {
      const service = running()
      const untouched = await stored(service.database)
      for (const credential of credentials) {
        const verdict = verdictOn(route, credential)
        if (verdict === 'accepted') continue
        const response = await asked(service, operation, { credential, victim })
        assert.equal(response.status, verdict, `${credential.what}: ${response.status} ${response.text}`)
        assert.deepEqual(
          Object.keys(response.body as object).filter((field) => field !== 'reason'),
          Object.keys(api.rejections?.exampleAt(verdict, said) ?? said),
          credential.what,
        )
        tried++
      }
      assert.deepEqual(await stored(service.database), untouched)
      for (const credential of credentials.filter((one) => verdictOn(route, one) === 'accepted')) {
        const response = await asked(service, operation, { credential })
        assert.ok(
          authenticatesItself(route) || (response.status !== 401 && response.status !== 403),
          `${credential.what}: ${response.status} ${response.text}`,
        )
        tried++
      }
    })
  }

  for (const operation of operations.filter(
    ({ api, route }) => api.title === currentApi.title && takesAppToken(route),
  )) {
    test(`${operation.name} treats every credential in app.token as in the Authorization header`, async () => {
      const { method, path, ask } = exampleCall(operation)
      const { app, ...rest } = ask.body as { app: object }
      for (const { what, header } of credentials) {
        if (header === undefined) continue
        const inHeader = await running().ask(method, path, { body: { ...rest, app }, token: header })
        const inBody = await running().ask(method, path, { body: { ...rest, app: { ...app, token: header } } })
        assert.equal(inBody.status, inHeader.status, `${what}: ${inBody.text}`)
      }
    })
  }

  for (const operation of operations.filter(({ route }) => route.body && route.access.kind !== 'public')) {
    test(`${operation.api.title}: ${operation.name} rejects an unauthenticated caller before it reads the body`, async () => {
      const { method, path } = exampleCall(operation)
      for (const token of ['garbage', ...(operation.route.access.kind === 'optionalUser' ? [] : [undefined])])
        assert.equal((await running().ask(method, path, { token, body: '[' })).status, 401)
    })
  }

  test('the whole matrix was tested', (t) => {
    assert.equal(tried, operations.length * credentials.length)
    assert.ok(credentials.length > 60, `${credentials.length} credentials`)
    const schemes = new Set(credentials.map(({ kind }) => kind))
    for (const { route } of operations) {
      const isReachable = credentials.some((credential) => verdictOn(route, credential) === 'accepted')
      assert.ok(isReachable, `no credential opens ${route.path}: ${[...schemes]}`)
    }
    t.diagnostic(`${operations.length} routes × ${credentials.length} credentials = ${tried} calls, as they should be`)
  })
})

/**
 * Sends the contract's example request with a credential. Calls to be rejected target resources that the victim really has,
 * so that any effect would show. Accepted calls stop at their body, because the guard is under test, not the handler.
 */
function asked(
  service: Service,
  operation: Operation,
  { credential, victim }: { credential: Credential; victim?: SignedUpUser },
) {
  const ids = victim && { ...victim, id: victim.passkeyId }
  const { method, path, ask } = exampleCall(operation, ids as Record<string, string> | undefined)
  const body = victim || ask.body === undefined ? ask.body : '['
  const headers = { ...ask.headers, ...credential.headers }
  return service.ask(method, path, { ...ask, headers, body, token: credential.header })
}
