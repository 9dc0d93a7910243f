import { createHash, generateKeyPairSync } from 'node:crypto'
import { describeAccess, gen1Api, type ServiceScope } from '@thumbturn/contract'
import { exampleUserId } from '@thumbturn/contract/sample.ts'
import { sentCode } from '@thumbturn/service-harness/codes.ts'
import { gen1Backend, signedJwt, toPem } from '@thumbturn/service-harness/gen1.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { showTotp } from '@thumbturn/service-harness/sign-in-methods.ts'
import { readBody, transactionAnswer } from '@thumbturn/service-harness/situations.ts'
import { ada, bodyOf, type ExampleChanges, type Prepare, reseal, signUpAda, signUpAdaWithDevice } from './world.ts'

type Operation = keyof typeof gen1Api.routes

/** The example of a call that comes before another one, sent by the backend. */
async function call<T>(service: Service, operation: Operation, changes: object = {}): Promise<T> {
  const { method, path, access } = gen1Api.routes[operation]
  const { scope } = describeAccess(access)
  const { token } = await gen1Backend(service)
  const body = { ...bodyOf('gen1', operation), ...changes }
  const ask = { body, ...(scope !== undefined && { token: token(scope as ServiceScope) }) }
  return readBody<T>(await service.ask(method, `/${path.replace('{code_type}', 'short')}`, ask))
}

type Code = { code: string }
type Contact = { credential_uuid: string }

const withAda: Prepare = async (service) => {
  await signUpAda(service)
  return {}
}

const passkeyOfAda: Prepare = async (service) => {
  const { passkeyId } = await signUpAda(service)
  return { body: { credential: { uuid: passkeyId } } }
}

const withPassword: Prepare = async (service) => {
  await signUpAda(service)
  await call(service, 'passwordForce')
  return {}
}

/** A code that the backend has authorized. */
const withCode =
  (purpose: string, place: (code: string) => object, authorize = true): Prepare =>
  async (service) => {
    await signUpAda(service)
    const { code } = await call<Code>(service, 'codeGenerate', { purpose, authorize })
    return { body: place(code) }
  }

const enteredCode = (code: string) => ({ authentication_code: { code } })
const shownCode = (code: string) => ({ code })

/** A challenge of the passkey that the example was signed with. */
async function signed(service: Service, init: Operation): Promise<ExampleChanges> {
  const { assertion_payload } = await call<{ assertion_payload: { challenge: string } }>(service, init)
  return { body: { assertion_payload: { challenge: reseal(service, assertion_payload.challenge) } } }
}

const signedByAda =
  (init: Operation): Prepare =>
  async (service) => {
    await signUpAda(service)
    return signed(service, init)
  }

async function attested(service: Service, init: Operation): Promise<ExampleChanges> {
  const { attestation_payload } = await call<{ attestation_payload: { challenge: string } }>(service, init)
  return { body: { attestation_payload: { challenge: reseal(service, attestation_payload.challenge) } } }
}

async function createTotp(service: Service) {
  await signUpAda(service)
  return call<Contact & { secret: string }>(service, 'totpInitForce')
}

const emailAddress = ada
const phoneNumber = '+4915123456789'

/** A contact that awaits its first code. */
async function addContact(service: Service, init: Operation, address: string) {
  await signUpAda(service)
  const { credential_uuid } = await call<Contact>(service, init)
  return { credential_uuid, otp: await sentCode(service, address) }
}

/** A contact that the user has verified, and a code to sign in with. */
async function askContact(service: Service, [add, complete, init]: [Operation, Operation, Operation], address: string) {
  const added = await addContact(service, add, address)
  await call(service, complete, added)
  const { credential_uuid } = added
  await call(service, init, { credential_uuid })
  return { body: { credential_uuid, otp: await sentCode(service, address) } }
}

/** The token with which a backend creates the transaction of an example. */
const withTransactionToken =
  (operation: Operation): Prepare =>
  async (service) => {
    await signUpAda(service)
    const { tx_payload } = bodyOf('gen1', operation) as { tx_payload: string }
    const payload_hash = createHash('sha256').update(tx_payload).digest('base64url')
    return { token: (await gen1Backend(service)).token(['tx.create', { payload_hash }]) }
  }

/** The preparations of each example of the first generation. Those without an entry are sent as they are. */
export const preparations: Readonly<Record<string, Prepare>> = {
  async registerFido2Complete(service) {
    const sent = await attested(service, 'registerFido2Init')
    const { attestation_payload } = sent.body as { attestation_payload: { challenge: string } }
    const flow = service.core.sessions.openAny(attestation_payload.challenge)
    const challenge = service.core.sessions.seal({ ...flow, user: { ...flow.user!, id: exampleUserId } })
    return { body: { attestation_payload: { challenge } } }
  },
  authenticateFido2Init: withAda,
  authenticateFido2Complete: signedByAda('authenticateFido2Init'),
  authenticatePassword: withPassword,
  passwordChange: withPassword,
  async passwordRecover(service) {
    await withPassword(service)
    const { code } = await call<Code>(service, 'recoveryCode')
    return { body: enteredCode(code) }
  },
  passwordCode: withCode('add_credential', enteredCode),
  passwordForce: withAda,
  credentialsOf: withAda,
  credentialsList: withAda,
  credentialRename: passkeyOfAda,
  credentialRevoke: passkeyOfAda,
  recoveryCode: withAda,
  fido2InitForce: withAda,
  async fido2Complete(service) {
    await signUpAdaWithDevice(service)
    return attested(service, 'fido2InitForce')
  },
  totpInitForce: withAda,
  async totpComplete(service) {
    const { credential_uuid, secret } = await createTotp(service)
    return { body: { credential_uuid, otp: showTotp(secret, service.clock.now()) } }
  },
  async authenticateTotp(service) {
    const { credential_uuid, secret } = await createTotp(service)
    await call(service, 'totpComplete', { credential_uuid, otp: showTotp(secret, service.clock.now()) })
    service.clock.advance(30_000)
    return { body: { otp: showTotp(secret, service.clock.now()) } }
  },
  publicKeyForce: withAda,
  async authenticatePublicKeyInit(service) {
    await signUpAda(service)
    await call(service, 'publicKeyForce')
    return {}
  },
  async authenticatePublicKeyComplete(service) {
    await signUpAda(service)
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const publickey = toPem(publicKey)
    await call(service, 'publicKeyForce', { publickey })
    const { challenge_id, server_nonce } = await call<{ challenge_id: string; server_nonce: string }>(
      service,
      'authenticatePublicKeyInit',
      { publickey },
    )
    return { body: { challenge_id, assertion: signedJwt(privateKey, { server_nonce }) } }
  },
  phoneInitForce: withAda,
  async phoneComplete(service) {
    return { body: await addContact(service, 'phoneInitForce', phoneNumber) }
  },
  emailInitForce: withAda,
  async emailComplete(service) {
    return { body: await addContact(service, 'emailInitForce', emailAddress) }
  },
  authenticatePhoneInit: withAda,
  authenticatePhoneComplete: (service) =>
    askContact(service, ['phoneInitForce', 'phoneComplete', 'authenticatePhoneInit'], phoneNumber),
  authenticateEmailInit: withAda,
  authenticateEmailComplete: (service) =>
    askContact(service, ['emailInitForce', 'emailComplete', 'authenticateEmailInit'], emailAddress),
  codeGenerate: withAda,
  codeAuthorize: withCode('temporary_authentication', shownCode, false),
  codeAuthorizeTyped: withCode('temporary_authentication', shownCode, false),
  codesInvalidate: withAda,
  codesInvalidateTyped: withAda,
  codeWait: withCode('temporary_authentication', enteredCode),
  fido2InitCode: withCode('add_credential', enteredCode),
  ownCodeInit: withAda,
  ownCodeInitTyped: withAda,
  ownCodeComplete: signedByAda('ownCodeInit'),
  ownCodeCompleteTyped: signedByAda('ownCodeInitTyped'),
  txCreate: withTransactionToken('txCreate'),
  txCreateInit: withTransactionToken('txCreateInit'),
  async gen1TxInit(service) {
    const { token } = await withTransactionToken('txCreate')(service)
    const created = await service.ask('POST', '//tx', { body: bodyOf('gen1', 'txCreate'), token })
    return { body: { tx_id: readBody<{ tx_id: string }>(created).tx_id } }
  },
  // The challenge of a transaction depends on random values, which no example can know.
  async gen1TxComplete(service) {
    const device = await signUpAdaWithDevice(service)
    const { tx_payload, nonce } = bodyOf('gen1', 'txCreate')
    const body = { client_id: 'demo', username: ada, tx_payload, nonce }
    const { tx_id, assertion_options: assertionOptions } = readBody<{ tx_id: string; assertion_options: never }>(
      await service.post('//tx/init', body),
    )
    const answer = transactionAnswer(device, { session: '', assertionOptions })
    return {
      body: {
        tx_id,
        key_handle: answer.keyHandle,
        client_data: answer.clientData,
        auth_data: answer.authenticatorData,
        sign_data: answer.signature,
      },
    }
  },
  gen1UserRetrieve: withAda,
  gen1UserDeleteNamed: withAda,
  gen1UserDelete: withAda,
  gen1UserActivate: withAda,
  gen1UserDeactivate: withAda,
  gen1EmailVerificationDispatch: withAda,
  gen1EmailVerificationDispatchPut: withAda,
  async certs(service) {
    const [key] = readBody<{ keys: { kid: string }[] }>(await service.ask('GET', '/.well-known/jwks.json')).keys
    return { query: { kid: key!.kid } }
  },
}
