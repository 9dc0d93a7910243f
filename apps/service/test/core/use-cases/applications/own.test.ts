import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { join, setUpLink } from '@thumbturn/service-harness/members.ts'
import { origin, type Service, startService } from '@thumbturn/service-harness/service.ts'
import { changeApplication } from '../../../../src/core/use-cases/applications/change.ts'
import {
  ensureOwnApplication,
  findAddressProblem,
  moveOwnApplication,
} from '../../../../src/core/use-cases/applications/own.ts'

const newer = 'https://id.example.org'

eachEngine("the installation's own application", (fresh) => {
  async function installation(t: TestContext) {
    const database = await fresh({ migrated: true })
    const service = await startService({ databaseUrl: database.url })
    t.after(async () => {
      await service.close()
      await database.drop()
    })
    return service
  }

  /** The work of a start of the service. */
  async function start({ core }: Service, baseUrl: string) {
    await ensureOwnApplication(core, baseUrl)
    await moveOwnApplication(core, baseUrl)
    const { rpId, origins } = (await core.applications.findFresh('thumbturn'))!
    return { rpId, origins }
  }

  const explain = async ({ core }: Service, baseUrl: string) => {
    const problem = await findAddressProblem(core, { baseUrl, command: 'thumbturn' })
    return problem && { says: problem.says.text, advice: problem.advice.text }
  }

  for (const [what, first] of [
    ['was mistyped', 'https://typo.example.com'],
    ['was a parent domain', 'https://example.org'],
    ['was below it', 'https://new.id.example.org'],
    ['was an IP address', 'http://192.0.2.7:4300'],
    ['was an IPv6 address', 'https://[2001:db8::7]'],
    ['had no TLS', 'http://id.example.org'],
    ['was a public suffix', 'https://github.io'],
    ['was this machine', 'http://localhost:4300'],
    ['had another port', 'https://id.example.org:8443'],
  ] as const)
    test(`follows the address before there is a member, if the first one ${what}`, async (t) => {
      const service = await installation(t)
      await start(service, first)
      const { rpId, origins } = await start(service, newer)
      assert.deepEqual([rpId, origins.at(-1)], ['id.example.org', newer])
      assert.equal(await explain(service, newer), undefined)
    })

  test('stays where a member has a passkey, and then only addresses on its domain are added', async (t) => {
    const service = await installation(t)
    await start(service, origin)
    await join(service, await setUpLink(service))
    const other = 'http://localhost:4400'
    assert.deepEqual(await start(service, other), { rpId: 'localhost', origins: [origin, other] })
    assert.deepEqual(await start(service, newer), { rpId: 'localhost', origins: [origin, other] })
    const { says, advice } = (await explain(service, newer))!
    assert.equal(
      says,
      `members' passkeys are bound to localhost and used at ${origin}, ${other}, not at https://id.example.org`,
    )
    assert.match(
      advice,
      /^Set BASE_URL to the former address\. .*thumbturn app set thumbturn --rp-id id\.example\.org --origin https:\/\/id\.example\.org, and then thumbturn member recover/,
    )
  })

  test('keeps a domain that an operator chose for it', async (t) => {
    const service = await installation(t)
    await start(service, 'https://id.example.org')
    const own = (await service.core.applications.findFresh('thumbturn'))!
    const chosen = { rpId: 'example.org', origins: ['https://id.example.org'] }
    await changeApplication(service.core, own, chosen)
    assert.deepEqual(await start(service, 'https://id.example.org'), chosen)
    assert.deepEqual(await start(service, 'https://login.example.org'), {
      rpId: 'example.org',
      origins: ['https://id.example.org', 'https://login.example.org'],
    })
  })

  for (const [what, baseUrl, says] of [
    ['an IP address', 'http://192.0.2.7:4300', /is an IP address/],
    ['an IPv6 address', 'https://[2001:db8::7]', /is an IP address/],
    ['an address without TLS', 'http://id.example.com', /has no TLS/],
    ['a public suffix', 'https://github.io', /is a public suffix/],
    ['an unusual host', 'https://my_host.example.com', /is not a domain that passkeys can be bound to/],
  ] as const)
    test(`does not move to ${what}, which is explained`, async (t) => {
      const service = await installation(t)
      const before = await start(service, newer)
      assert.deepEqual(await start(service, baseUrl), before)
      assert.match((await explain(service, baseUrl))!.says, says)
    })

  test('is explained to follow the next start, if only the command line has another address', async (t) => {
    const service = await installation(t)
    await start(service, 'https://typo.example.com')
    const { says, advice } = (await explain(service, newer))!
    assert.match(
      says,
      /^members' passkeys are bound to typo\.example\.com and used at https:\/\/typo\.example\.com, not at/,
    )
    assert.equal(advice, 'Start the service with this BASE_URL; it then accepts this address')
  })
})
