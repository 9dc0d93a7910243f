import { createHash } from 'node:crypto'
import { deriveTotpSecret, generateTotp, toTotpStep } from '@thumbturn/service/core/flows/credentials/totp.ts'
import { sentCode } from './codes.ts'
import {
  type AssertionInit,
  type AttestationInit,
  asserted,
  attested,
  type Gen1Backend,
  gen1Backend,
  newKeys,
  type RegisteredUser,
  signedJwt,
  signUpGen1User,
  toPem,
} from './gen1.ts'
import { confirmTransaction } from './generations.ts'
import type { Race, RaceSubject } from './mfa-races.ts'
import type { Answer, Service } from './service.ts'
import { createTransactionInput, newDevice, newName, readBody } from './situations.ts'

type Situation = { service: Service; backend: Gen1Backend; ada: RegisteredUser }
type Flow = { what: string; lost: Race['lost']; begin(situation: Situation): Promise<RaceSubject> }

const notAuthenticated = { status: 401, msg: 'Failed to authenticate', msgCode: 'failed_to_authenticate' }
const notCreated = { status: 400, msg: /not created/, msgCode: 'credential_not_created' }
const badCode = { status: 400, msg: 'The code is wrong, has expired or was used', msgCode: 'invalid_access_code' }
const noToken = { status: 401, msg: 'Failed to verify authorization token', msgCode: 'unauthorized' }

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')
const selectProofs = ({ user }: RegisteredUser) =>
  `select id from events where user_id = '${user.id}' and type = 'fido2.credential.proved'`
const selectCredentials = ({ user }: RegisteredUser, type: string) =>
  `select id from credentials where user_id = '${user.id}' and type = '${type}' and status = 'active'`

/** Translates a first-generation response into the format of the others, so that one loop can check them all. */
function toCurrentFormat(response: Answer): Answer {
  const { code: msgCode, message: msg } = response.body as { code?: string; message?: string }
  return msgCode === undefined ? response : { ...response, body: { msg, msgCode } }
}

const open = ({ client_id }: Gen1Backend, path: string, body: (at: number) => object): RaceSubject['use'] => {
  return async (node, at) => toCurrentFormat(await node.post(`/${path}`, { client_id, ...body(at) }))
}

const signed = (backend: Gen1Backend, [scope, path]: readonly [string, string], body: (at: number) => object) => {
  const { client_id, token } = backend
  const use: RaceSubject['use'] = async (node, at) =>
    toCurrentFormat(await node.post(`/${path}`, { client_id, ...body(at) }, { token: token(scope) }))
  return use
}

async function accessCode({ backend, ada: { username } }: Situation, purpose: string): Promise<string> {
  const body = { username, purpose, authorize: true }
  return readBody<{ code: string }>(await backend.call('codes.generate', '/codes/long/generate', body)).code
}

async function startTotp({ service, backend, ada: { username } }: Situation) {
  const started = await backend.call('credentials.force_add', '/credentials/totp/init/force', { username })
  const { credential_uuid: id } = readBody<{ credential_uuid: string }>(started)
  const secret = deriveTotpSecret(service.core, { appId: backend.client_id, id })
  const otp = (ahead: number) => generateTotp(secret, toTotpStep(service.clock.now()) + ahead)
  return { otp, completing: { username, credential_uuid: id, otp: otp(0) } }
}

const passkeyFlows: readonly Flow[] = [
  {
    what: 'calls with one service token',
    lost: noToken,
    async begin({ backend, ada }) {
      const token = backend.token(['users.retrieve', { nonce: `raced-${ada.user.id}` }])
      const ask = { token, headers: { 'x-client-id': backend.client_id }, body: { username: ada.username } }
      return {
        use: async (node) => toCurrentFormat(await node.ask('POST', '//manage/users/retrieve', ask)),
        once: [`select id from spent_sessions where id = 'nonce raced-${ada.user.id}'`],
      }
    },
  },
  {
    what: 'completions of one registration',
    lost: notCreated,
    async begin({ backend }) {
      const username = newName()
      const started = readBody<AttestationInit>(
        await backend.call('auth.register', '/register/fido2/init', { username }),
      )
      const attestation_payload = attested(newDevice(), started)
      return {
        use: open(backend, '/register/fido2/complete', () => ({ attestation_payload })),
        once: [`select id from passkeys where credential_id = '${attestation_payload.credential_id}'`],
      }
    },
  },
  {
    what: 'completions of one sign-in',
    lost: notAuthenticated,
    async begin({ backend, ada }) {
      const { username, device, user } = ada
      const started = readBody<AssertionInit>(
        await backend.call('auth.login', '/authenticate/fido2/init', { username }),
      )
      const assertion_payload = asserted(device, started)
      return {
        use: open(backend, '/authenticate/fido2/complete', () => ({ assertion_payload })),
        once: [`select id from events where user_id = '${user.id}' and type = 'fido2.passkey.auth.success'`],
      }
    },
  },
  {
    what: 'completions of one transaction',
    lost: notAuthenticated,
    async begin({ backend, ada }) {
      const { txPayload: tx_payload, nonce } = createTransactionInput(ada.username)
      const wanted = { username: ada.username, tx_type: 'text', tx_payload, nonce }
      const payload_hash = sha256(tx_payload)
      const started = await backend.call(['tx.create', { payload_hash }], '/tx/create-init', wanted)
      const body = confirmTransaction(ada.device, readBody(started))
      return {
        use: open(backend, '/tx/complete', () => body),
        once: [`select id from transactions where user_id = '${ada.user.id}'`],
      }
    },
  },
  {
    what: 'codes generated with one passkey challenge',
    lost: notAuthenticated,
    async begin({ backend, ada }) {
      const path = '/codes/generate/fido2'
      const started = await backend.call('codes.self_generate', `${path}/init`, { username: ada.username })
      const assertion_payload = asserted(ada.device, readBody<AssertionInit>(started))
      return {
        use: open(backend, `${path}/complete`, () => ({ assertion_payload })),
        once: [
          `select id from access_codes where user_id = '${ada.user.id}'`,
          `select id from events where user_id = '${ada.user.id}' and type = 'fido2.access_code.generated'`,
        ],
      }
    },
  },
]

const codeFlows = (runners: number): readonly Flow[] => [
  {
    what: 'sign-ins by one code',
    lost: badCode,
    async begin(situation) {
      const { backend, ada } = situation
      const code = await accessCode(situation, 'temporary_authentication')
      const body = { username: ada.username, authentication_code: { code, type: 'long' }, no_wait: true }
      return {
        use: signed(backend, ['auth.temporary', '/authenticate/code/wait'], () => body),
        once: [`select id from events where user_id = '${ada.user.id}' and type = 'fido2.access_code.used'`],
      }
    },
  },
  {
    what: 'passkeys by one code',
    lost: notCreated,
    async begin(situation) {
      const { backend, ada } = situation
      const authentication_code = { code: await accessCode(situation, 'add_credential'), type: 'long' }
      const body = { username: ada.username, authentication_code }
      const responses: object[] = []
      for (let at = 0; at < runners; at++) {
        const started = await backend.call('credentials.add', '/credentials/fido2/init/code', body)
        responses.push({ attestation_payload: attested(newDevice(), readBody<AttestationInit>(started)) })
      }
      return {
        use: open(backend, '/credentials/fido2/complete', (at) => responses[at]!),
        once: [`select id from passkeys where user_id = '${ada.user.id}' and id <> '${ada.credential.uuid}'`],
      }
    },
  },
  {
    what: 'passwords by one code',
    lost: [badCode, notCreated],
    async begin(situation) {
      const { backend, ada } = situation
      const authentication_code = { code: await accessCode(situation, 'add_credential'), type: 'long' }
      const chosen = { password: 'correct horse battery', password_confirmation: 'correct horse battery' }
      const body = { username: ada.username, authentication_code, ...chosen }
      return {
        use: signed(backend, ['credentials.add', '/credentials/password/code'], () => body),
        once: [selectCredentials(ada, 'password')],
      }
    },
  },
]

const credentialFlows: readonly Flow[] = [
  {
    what: 'first codes of an authenticator app',
    lost: notAuthenticated,
    async begin(situation) {
      const { completing } = await startTotp(situation)
      return {
        use: open(situation.backend, '/credentials/totp/complete', () => completing),
        once: [selectCredentials(situation.ada, 'totp'), selectProofs(situation.ada)],
      }
    },
  },
  {
    what: 'sign-ins by one code of an authenticator app',
    lost: notAuthenticated,
    async begin(situation) {
      const { backend, ada } = situation
      const { completing, otp } = await startTotp(situation)
      readBody(await backend.open('/credentials/totp/complete', completing))
      const body = { username: ada.username, otp: otp(1) }
      return {
        use: signed(backend, ['auth.login', '/authenticate/totp'], () => body),
        // The first proof is from adding the credential.
        once: [`${selectProofs(ada)} order by id limit 9 offset 1`],
      }
    },
  },
  {
    what: 'sign-ins with one emailed code',
    lost: notAuthenticated,
    async begin({ service, backend, ada }) {
      const { username } = ada
      const email = newName('raced')
      const started = await backend.call('credentials.force_add', '/credentials/email/init/force', { username, email })
      const { credential_uuid } = readBody<{ credential_uuid: string }>(started)
      const completing = { username, credential_uuid, otp: await sentCode(service, email) }
      readBody(await backend.open('/credentials/email/complete', completing))
      readBody(await backend.call('auth.temporary', '/authenticate/email/init', { username, credential_uuid }))
      const body = { username, credential_uuid, otp: await sentCode(service, email) }
      return {
        use: open(backend, '/authenticate/email/complete', () => body),
        once: [`${selectProofs(ada)} order by id limit 9 offset 1`],
      }
    },
  },
  {
    what: 'sign-ins by one challenge of a public key',
    lost: notAuthenticated,
    async begin({ backend, ada }) {
      const { username } = ada
      const { privateKey, publicKey } = newKeys()
      const key = { username, publickey_alg: 'ES256', publickey: toPem(publicKey) }
      readBody(await backend.call('credentials.force_add', '/credentials/publickey', key))
      const started = await backend.call('auth.login', '/authenticate/publickey/init', key)
      const { challenge_id, server_nonce } = readBody<{ challenge_id: string; server_nonce: string }>(started)
      const assertion = signedJwt(privateKey, { server_nonce, aud: backend.client_id })
      return {
        use: open(backend, '/authenticate/publickey/complete', () => ({ username, challenge_id, assertion })),
        once: [selectProofs(ada)],
      }
    },
  },
]

/** Everything in the first generation that can be used only once. */
export const gen1Races = (runners: number): readonly Race[] =>
  [...passkeyFlows, ...codeFlows(runners), ...credentialFlows].map(({ what, lost, begin }) => ({
    what: `${what} through the first generation`,
    lost,
    async begin(service) {
      const backend = await gen1Backend(service)
      return begin({ service, backend, ada: await signUpGen1User(backend) })
    },
  }))
