import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { eachEngine } from '@thumbturn/service-harness/engines.ts'
import { gen1Races } from '@thumbturn/service-harness/gen1-races.ts'
import { mfaRaces, type Race, racedSettings, type Started } from '@thumbturn/service-harness/mfa-races.ts'
import { type Answer, type Service, startService } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  assertRejected,
  newDevice,
  newName,
  registrationRejected,
  signInRejected,
  signUpUser,
  startRegistration,
  startSignIn,
  startTransaction,
  transactionAnswer,
  transactionRejected,
} from '@thumbturn/service-harness/situations.ts'
import type { TestDatabase } from '@thumbturn/service-harness/store-situations.ts'
import { changeApplication } from '../../../src/core/model/applications/create.ts'

const runners = 64

/** `call` sends the last request of a flow to one of the APIs that support it. */
type Flow = {
  what: string
  begin(service: Service, call: (node: Service, path: string, body: unknown) => Promise<Answer>): Promise<Started>
  lost: { status: number; msg: string; msgCode: string }
}

const listUserEvents = (type: string, userId: string) =>
  `select id from events where user_id = '${userId}' and type = '${type}'`

/** Every single-use value. Add a row here for each new one. */
const flows: readonly Flow[] = [
  {
    what: 'completions of one registration',
    lost: registrationRejected,
    async begin(service, call) {
      const { session, registrationRequestOptions } = await startRegistration(service, newName())
      const creationResult = newDevice().create(registrationRequestOptions)
      return {
        use: (node) => call(node, '/reg/complete', { session, creationResult }),
        once: [`select id from passkeys where credential_id = '${creationResult.credentialId}'`],
      }
    },
  },
  {
    what: 'completions of one sign-in',
    lost: signInRejected,
    async begin(service, call) {
      const { device, username, userId } = await signUpUser(service)
      const { session, assertionOptions } = await startSignIn(service, username)
      const assertionResult = device.get(assertionOptions)
      return {
        use: (node) => call(node, '/auth/complete', { session, assertionResult }),
        once: [listUserEvents('fido2.passkey.auth.success', userId)],
      }
    },
  },
  ...[
    { what: 'completions of one transaction', sessions: 1 },
    { what: 'transactions with one nonce', sessions: runners },
  ].map(
    ({ what, sessions }): Flow => ({
      what,
      lost: transactionRejected,
      async begin(service, call) {
        const { device, username, userId } = await signUpUser(service)
        const started = await Promise.all(
          Array.from({ length: sessions }, () => startTransaction(service, username, { nonce: 'raced' })),
        )
        return {
          use: (node, at) => call(node, '/tx/complete', transactionAnswer(device, started[at % sessions]!)),
          once: [
            `select id from transactions where user_id = '${userId}'`,
            listUserEvents('fido2.tx.completed', userId),
          ],
        }
      },
    }),
  ),
]

const races: readonly Race[] = [
  ...flows.map(
    ({ begin, ...flow }): Race => ({
      ...flow,
      begin: (service) => begin(service, (node, path, body) => node.post(path, body)),
    }),
  ),
  ...mfaRaces(runners),
  ...gen1Races(runners),
  ...flows.map(
    ({ what, begin, lost }): Race => ({
      what: `${what} through the proxy API`,
      // The proxy API rejects ceremonies with 403.
      lost: { ...lost, status: 403 },
      async begin(service) {
        const { text: token } = await apiKey(service, ['reg:write', 'auth:write'])
        return begin(service, (node, path, body) => node.post(`/proxy${path}`, body, { token }))
      },
    }),
  ),
]

/** Single use under worst-case load: parallel requests on two nodes with one database. */
eachEngine('races', (fresh) => {
  let database: TestDatabase
  let nodes: readonly [Service, Service]
  before(async () => {
    database = await fresh()
    const node = { databaseUrl: database.url, secret: randomBytes(32) }
    const first = await startService(node)
    await changeApplication(first.core, first.application, { settings: racedSettings })
    nodes = [first, await startService(node)]
  })
  after(async () => {
    for (const node of nodes) await node.close()
    await database.drop()
  })

  for (const { what, begin, lost } of races) {
    test(`of ${runners} parallel ${what} on two nodes, exactly one succeeds`, async () => {
      const { use, once } = await begin(nodes[0])
      const responses = await Promise.all(Array.from({ length: runners }, (_, at) => use(nodes[at % 2]!, at)))
      const won = responses.filter(({ status }) => status < 300)
      assert.equal(won.length, 1, `${won.length} succeeded`)
      const rejections = [lost].flat()
      for (const response of responses.filter((one) => one !== won[0]))
        assertRejected(response, rejections.find((rejection) => isThat(response, rejection)) ?? rejections[0]!)
      for (const query of once) assert.equal((await database.query(query)).length, 1, query)
    })
  }
})

const isThat = ({ status, body }: Answer, rejection: { status: number; msgCode: string }) =>
  status === rejection.status && (body as { msgCode?: string }).msgCode === rejection.msgCode
