import type { Marionette } from './marionette.ts'
import type { Kind } from './profiles.ts'
import type { Authenticator, Tab } from './tab.ts'

/** The names that WebDriver gives to what the DevTools protocol calls otherwise. */
const protocols = { u2f: 'ctap1/u2f', ctap2_0: 'ctap2', ctap2_1: 'ctap2_1' } as const

const pluggedInto = new WeakMap<Marionette, Authenticator[]>()

/** The only tab of Firefox, with virtual authenticators of WebDriver. Those of earlier tests are unplugged. */
export async function openFirefox(firefox: Marionette): Promise<Tab> {
  for (const authenticator of pluggedInto.get(firefox) ?? []) await authenticator.unplug()
  const plugged: Authenticator[] = []
  pluggedInto.set(firefox, plugged)
  return {
    open: (url) => firefox.send('WebDriver:Navigate', { url }),
    evaluate: (expression) => evaluate(firefox, expression),
    plugIn: async (kind) => {
      const authenticator = await plugIn(firefox, kind)
      plugged.push(authenticator)
      return authenticator
    },
    onAnotherDevice: async (run) => {
      await evaluate(firefox, `(${forgetEverything})()`)
      return run(await openFirefox(firefox))
    },
  }
}

const forgetEverything = async () => {
  for (const { name } of await cookieStore.getAll()) await cookieStore.delete(name!)
  localStorage.clear()
  for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name!)
}

async function plugIn(firefox: Marionette, kind: Kind): Promise<Authenticator> {
  const { value: authenticatorId } = await firefox.send<{ value: string }>('WebAuthn:AddVirtualAuthenticator', {
    protocol: kind.protocol === 'u2f' ? protocols.u2f : protocols[kind.ctap2Version ?? 'ctap2_0'],
    transport: kind.transport === 'cable' ? 'hybrid' : kind.transport,
    hasResidentKey: kind.hasResidentKey,
    hasUserVerification: kind.hasUserVerification,
    isUserVerified: kind.isUserVerified,
    isUserConsenting: true,
  })
  const send = async (command: string, given = {}) =>
    void (await firefox.send(`WebAuthn:${command}`, { authenticatorId, ...given }))
  let isPlugged = true
  return {
    unplug: async () => {
      if (isPlugged) await send('RemoveVirtualAuthenticator')
      isPlugged = false
    },
    forgetUser: () => send('SetUserVerified', { isUserVerified: false }),
    override: () => Promise.reject(new Error('Firefox can override nothing')),
    countPasskeys: async () =>
      (await firefox.send<{ value: object[] }>('WebAuthn:GetCredentials', { authenticatorId })).value.length,
  }
}

type Evaluation<Result> = { value: { result: Result; error?: undefined } | { error: string } }

/** By a script of the page, because scripts of the protocol don't see what the page defines. */
async function evaluate<Result>(firefox: Marionette, expression: string): Promise<Result> {
  const code = `Promise.resolve().then(() => (${expression})).then((result) => ({ result }), (error) => ({ error: String(error) }))
    .then((done) => dispatchEvent(new CustomEvent('evaluated', { detail: JSON.stringify(done) })))`
  const { value } = await firefox.send<Evaluation<Result>>('WebDriver:ExecuteAsyncScript', {
    script: `const [code, resolve] = arguments
      addEventListener('evaluated', ({ detail }) => resolve(JSON.parse(detail)), { once: true })
      const script = document.createElement('script')
      script.textContent = code
      document.head.append(script)
      script.remove()`,
    args: [code],
  })
  if (value.error !== undefined) throw new Error(value.error)
  return value.result
}
