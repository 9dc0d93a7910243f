import { apiKeyScopes } from '@thumbturn/contract'
import { exampleUserId } from '@thumbturn/contract/sample.ts'
import { profile, sentCode, shownCode } from '@thumbturn/service-harness/codes.ts'
import {
  assertion,
  type MfaNext,
  reached,
  readCompletedFlow,
  readNextStep,
  requestBackendAssertion,
  startMfa,
  step,
} from '@thumbturn/service-harness/mfa.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import {
  apiKey,
  readBody,
  startSignIn,
  type TransactionInit,
  transactionAnswer,
} from '@thumbturn/service-harness/situations.ts'
import { trustKey } from '@thumbturn/service-harness/trust.ts'
import {
  ada,
  bodyOf,
  change,
  type ExampleChanges,
  type Prepare,
  reseal,
  signUpAda,
  signUpAdaWithDevice,
} from './world.ts'

const key = async (service: Service): Promise<ExampleChanges> => ({
  token: (await apiKey(service, [...apiKeyScopes])).text,
})

/** With an API key, about the user of the examples. */
const aboutAda: Prepare = async (service) => {
  const { passkeyId, deviceId } = await signUpAda(service)
  return { ...(await key(service)), ids: { passkeyId, deviceId } }
}
const byAda: Prepare = async (service) => {
  const { jwtAccess, passkeyId } = await signUpAda(service)
  return { token: jwtAccess, ids: { id: passkeyId } }
}

/** A flow of the examples' user, whose next step an example takes. */
const inFlow =
  (policy: string, more: object = {}): Prepare =>
  async (service) => {
    await change(service, { mfaPolicy: policy })
    await signUpAda(service)
    const { session } = await startMfa(service, ada, more)
    return { token: reseal(service, session) }
  }

async function askInFlow(service: Service) {
  await change(service, { mfaPolicy: 'passkey-or-otp' })
  await signUpAda(service)
  await reached(service, exampleUserId, ada)
  return startMfa(service, ada)
}

/** Completes a flow with the passkey of the examples. */
async function completeFlow(service: Service, started: MfaNext) {
  const token = reseal(service, started.session)
  return readCompletedFlow(await service.post('/mfa/passkey/auth', bodyOf('current', 'mfaPasskeyAuth'), { token }))
}

const verifyContact =
  (address: string, set: (service: Service) => Promise<unknown>): Prepare =>
  async (service) => {
    await signUpAda(service)
    await set(service)
    return { body: { authCode: await sentCode(service, address) } }
  }

const email = ada
const phone = '+4930123456'

/** The preparations of each example of the current API. Those without an entry are sent as they are. */
export const preparations: Readonly<Record<string, Prepare>> = {
  async regComplete(service) {
    const init = await service.post('/reg/init', bodyOf('current', 'regInit'))
    return { body: { session: reseal(service, readBody<{ session: string }>(init).session) } }
  },
  async authComplete(service) {
    await signUpAda(service)
    const { session } = await startSignIn(service, ada)
    return { body: { session: reseal(service, session) } }
  },
  async authOtp(service) {
    await change(service, { crossAuthMethods: ['otp'] })
    return byAda(service)
  },
  async authOtpVerify(service) {
    await change(service, { crossAuthMethods: ['otp'] })
    const { jwtAccess } = await signUpAda(service)
    return { body: { authCode: await shownCode(service, jwtAccess) } }
  },
  async txInit(service) {
    await signUpAda(service)
    return {}
  },
  async txComplete(service) {
    return { body: (await signTransaction(service)).signed }
  },
  async transactionFind(service) {
    const { txId, signed } = await signTransaction(service)
    readBody(await service.post('/tx/complete', signed))
    return { ...(await key(service)), ids: { txId } }
  },
  mfaPayload: inFlow('passkey'),
  mfaPasskeyAuth: inFlow('passkey'),
  // The challenge of a payload depends on random values, which no example can know.
  async mfaPasskeyTx(service) {
    await change(service, { mfaPolicy: 'passkey' })
    const device = await signUpAdaWithDevice(service)
    const started = await startMfa(service, ada, { payload: 'Pay 25.00 EUR to Ada Lovelace' })
    return { token: started.session, body: assertion(device, started, { as: 'passkey:tx' }) }
  },
  async mfaPasskeyReg(service) {
    await change(service, { mfaPolicy: 'external-then-passkey' })
    const token = await requestBackendAssertion(service, ada)
    const asserted = await step(service, await startMfa(service, ada))('third-party/verify', { token })
    return { token: reseal(service, readNextStep(asserted).session) }
  },
  async mfaOtpRequest(service) {
    return { token: (await askInFlow(service)).session }
  },
  async mfaOtpVerify(service) {
    const asked = await step(service, await askInFlow(service))('otp/request', { method: 'email' })
    return { token: readBody<{ session: string }>(asked).session, body: { otp: await sentCode(service, ada) } }
  },
  async mfaThirdPartyVerify(service) {
    const { token } = await inFlow('signIn: external; signUp: external')(service)
    return { token: token!, body: { token: await requestBackendAssertion(service, ada) } }
  },
  async mfaRefresh(service) {
    await change(service, { mfaPolicy: 'passkey', refreshTokens: true })
    await signUpAda(service)
    const { refreshToken } = await completeFlow(service, await startMfa(service, ada))
    return { body: { refreshToken } }
  },
  externalAuthGrant: key,
  passkeysList: byAda,
  passkeyRename: byAda,
  passkeyDelete: byAda,
  passkeyProvider: byAda,
  clientEventSubmit: inFlow('passkey'),
  grantCreate: key,
  async tokenVerify(service) {
    const { jwtAccess } = await signUpAda(service)
    return { ...(await key(service)), body: { jwtAccess } }
  },
  async sessionVerify(service) {
    const { userId, passkeyId } = await signUpAda(service)
    return { ...(await key(service)), body: { userId, passkeyId } }
  },
  userFind: aboutAda,
  userDelete: aboutAda,
  userDevicesDelete: aboutAda,
  userSignOut: aboutAda,
  userPasskeysDelete: aboutAda,
  deviceShow: aboutAda,
  deviceDelete: aboutAda,
  anyPasskeyShow: aboutAda,
  anyPasskeyRename: aboutAda,
  anyPasskeyDelete: aboutAda,
  profileDelete: aboutUser,
  profileEmailSet: aboutUser,
  async profileEmailDelete(service) {
    const sent = await aboutUser(service)
    readBody(await (await profile(service)).setEmail(exampleUserId, email, false), 204)
    return sent
  },
  profilePhoneSet: aboutUser,
  async profilePhoneDelete(service) {
    const sent = await aboutUser(service)
    readBody(await (await profile(service)).setPhone(exampleUserId, phone, { requestVerification: false }), 204)
    return sent
  },
  profileEmailVerify: verifyContact(email, async (service) =>
    readBody(await (await profile(service)).setEmail(exampleUserId, email), 204),
  ),
  profilePhoneVerify: verifyContact(phone, async (service) =>
    readBody(await (await profile(service)).setPhone(exampleUserId, phone), 204),
  ),
  groupsList: aboutGroup,
  groupReplace: aboutGroup,
  groupDelete: aboutGroup,
  groupMembersList: aboutGroup,
  groupMembersAdd: aboutGroup,
  groupMemberRemove: aboutGroup,
  userGroupsList: aboutGroup,
  userGroupsSet: aboutGroup,
  userProfileShow: aboutAda,
  userProfileReplace: aboutAda,
  userClaimsReplace: aboutAda,
  discover: aboutAda,
  async deviceDiscover(service) {
    const browser = trustKey()
    const auth = () => browser.item(service.clock.now())
    await signUpAda(service)
    const body = { app: { id: 'demo' }, deviceInfo: {}, user: { username: ada }, trustItems: { auth: auth() } }
    const { session } = readBody<{ session: string }>(await service.post('/auth/init', body))
    const completed = { ...bodyOf('current', 'authComplete'), session: reseal(service, session) }
    readBody(await service.post('/auth/complete', completed))
    return { body: { trustItems: { auth: auth() } } }
  },
  aaguidFind: key,
  blacklistRead: key,
  blacklistMerge: key,
  blacklistRemove: key,
  blacklistClear: key,
}

/** With the group of the examples, of which their user is a member. */
async function aboutGroup(service: Service): Promise<ExampleChanges> {
  const sent = await aboutAda(service)
  const { token } = sent
  const created = await service.post('/mgmt/groups', bodyOf('current', 'groupCreate'), { token })
  const { id: groupId } = readBody<{ id: string }>(created)
  readBody(await service.post(`/mgmt/groups/${groupId}/members`, { userIds: [exampleUserId] }, { token }), 204)
  return { ...sent, ids: { groupId, userId: exampleUserId } }
}

async function aboutUser(service: Service): Promise<ExampleChanges> {
  return { ...(await aboutAda(service)), ids: { id: exampleUserId } }
}

/** The challenge of a transaction depends on random values, which no example can know. */
async function signTransaction(service: Service) {
  const device = await signUpAdaWithDevice(service)
  const started = readBody<TransactionInit>(await service.post('/tx/init', bodyOf('current', 'txInit')))
  return { txId: started.txId, signed: transactionAnswer(device, started) }
}
