import { apiKeyScopes } from '@thumbturn/contract'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { apiKey, readBody, type TransactionInit, transactionAnswer } from '@thumbturn/service-harness/situations.ts'
import { bodyOf, type ExampleChanges, type Prepare, reseal, signUpAda, signUpAdaWithDevice } from './world.ts'

const withKey = async (service: Service): Promise<ExampleChanges & { token: string }> => ({
  token: (await apiKey(service, [...apiKeyScopes])).text,
})

/** A call about the examples' user, whose own token is in the body. */
const withToken: Prepare = async (service) => {
  const { jwtAccess } = await signUpAda(service)
  return { ...(await withKey(service)), body: { app: { token: jwtAccess } } }
}

const aboutAda: Prepare = async (service) => {
  const { passkeyId } = await signUpAda(service)
  return { ...(await withKey(service)), ids: { id: passkeyId } }
}

/** The session of a call that started with its own example. */
async function start(service: Service, operation: string, path: string) {
  const { token } = await withKey(service)
  const example = bodyOf('proxy', operation)
  const body = 'app' in example ? { ...example, app: { id: 'demo' } } : example
  return { token, started: readBody<{ session: string }>(await service.post(path, body, { token })) }
}

/** The preparations of each example of the proxy API. Those without an entry are sent as they are, with an API key. */
export const preparations: Readonly<Record<string, Prepare>> = {
  regInit: withToken,
  async regComplete(service) {
    const { token, started } = await start(service, 'regInit', '/proxy/reg/init')
    return { token, body: { session: reseal(service, started.session) } }
  },
  authInit: withToken,
  async authComplete(service) {
    await signUpAda(service)
    const { token, started } = await start(service, 'authInit', '/proxy/auth/init')
    return { token, body: { session: reseal(service, started.session) } }
  },
  discovery: withToken,
  txInit: aboutAda,
  // The challenge of a transaction depends on random values, which no example can know.
  async txComplete(service) {
    const device = await signUpAdaWithDevice(service)
    const { token, started } = await start(service, 'txInit', '/proxy/tx/init')
    return { token, body: transactionAnswer(device, started as TransactionInit) }
  },
  passkeysList: aboutAda,
  passkeyRename: aboutAda,
  passkeyDelete: aboutAda,
  passkeyProviders: withKey,
}
