import type { SdkPage } from '../sdk/types.ts'
import { newName } from '../situations.ts'
import type { Installation, Policy } from './installation.ts'
import { type Profile, platform } from './profiles.ts'
import { type Authenticator, call, type Tab } from './tab.ts'

declare const thumbturn: SdkPage['thumbturn']
declare const mfa: SdkPage['mfa']

/** `done`, or what happened instead: the code of an error of the SDK, or a few words. */
export type Outcome = string

/** Where a flow runs. */
export type Stage = { tab: Tab; installation: Installation; policy: Policy; profile: Profile }

type NamedStage = Stage & { name: string; authenticator: Authenticator }

type Flow = {
  /**
   * The way in which the user's first passkey is created: an authenticator of the profile or, for flows that add one,
   * another one.
   */
  first: 'none' | 'the same' | 'another'
  run(started: NamedStage): Promise<Outcome>
}

/** Calls a function in the page, and returns how it ended. */
const attempt = <Given extends readonly string[]>(
  tab: Tab,
  run: (...given: Given) => Promise<unknown>,
  ...given: Given
): Promise<Outcome> =>
  tab.evaluate(
    `(${run})(...${JSON.stringify(given)})
      .then((outcome) => typeof outcome === 'string' ? outcome : 'done', (error) => error.code ?? String(error))`,
  )

const create = async (name: string) => thumbturn.createPasskey(name)
const signIn = async (name: string) => thumbturn.authenticateWithPasskey(name)

/** Gives the signed-in user an email address, and signs in on a new device with a code sent to it. */
async function recover({ tab, installation, policy, name }: NamedStage) {
  const email = `${name}@example.com`
  const userId = await call(tab, async () => thumbturn.getSessionInfo()!.id)
  await installation.addEmail(policy, userId, email)
  await call(
    tab,
    async (name) => {
      thumbturn.logout()
      await thumbturn.requestAndSendOtp(name, { method: 'email' })
    },
    name,
  )
  const code = await installation.readCode(policy, email)
  await call(tab, async (name, code) => void (await thumbturn.validateOtp(name, { code })), name, code)
}

const flowsByName = {
  'signs up': { first: 'none', run: ({ tab, name }) => attempt(tab, create, name) },
  'signs in with a username': { first: 'the same', run: ({ tab, name }) => attempt(tab, signIn, name) },
  'signs in without a username': {
    first: 'the same',
    run: ({ tab }) => attempt(tab, async () => thumbturn.authenticateWithPasskey()),
  },
  'signs in by autofill': {
    first: 'the same',
    run: ({ tab }) =>
      attempt(tab, async () => thumbturn.authenticateWithPasskeyAutofill({ signal: AbortSignal.timeout(2_000) })),
  },
  'adds a passkey': { first: 'another', run: ({ tab, name }) => attempt(tab, create, name) },
  'confirms a transaction': {
    first: 'the same',
    run: ({ tab, name }) =>
      attempt(tab, async (name) => thumbturn.confirmTransaction(name, { txPayload: 'Pay 1 €', nonce: name }), name),
  },
  'completes a multi-factor flow': {
    first: 'the same',
    run: ({ tab, name }) =>
      attempt(
        tab,
        async (username) => {
          const { nextAction } = await mfa.beginFlow({ username, payload: 'Pay 1 €' })
          const { isComplete } = await mfa.performAction(nextAction!.type)
          return isComplete ? 'done' : 'incomplete'
        },
        name,
      ),
  },
  'recovers by a code': {
    first: 'another',
    run: async (started) => {
      await recover(started)
      return attempt(started.tab, create, started.name)
    },
  },
  'creates a passkey without a dialog': {
    first: 'another',
    run: async (started) => {
      await recover(started)
      return attempt(
        started.tab,
        async (name) =>
          (await thumbturn.upgradeToPasskey(name, { signal: AbortSignal.timeout(1_000) })) ? 'done' : 'no passkey',
        started.name,
      )
    },
  },
  'deletes the passkey': {
    first: 'the same',
    run: async ({ tab, name, authenticator }) => {
      const deleted = await attempt(tab, async () => {
        const [passkey] = await thumbturn.listPasskeys()
        await thumbturn.deletePasskey(passkey!.id)
      })
      if (deleted !== 'done') return deleted
      const after = await attempt(tab, signIn, name)
      const left = (await authenticator.countPasskeys()) > 0 ? 'kept' : 'removed'
      return `${left}, then ${after}`
    },
  },
  'adds a passkey on another device': {
    first: 'another',
    run: async ({ tab, installation, policy, profile, name }) => {
      const code = await call(tab, async () => (await thumbturn.requestOtp()).code)
      return tab.onAnotherDevice(async (other) => {
        await installation.openPage(other, policy)
        await plugInFaulty(other, profile)
        return attempt(
          other,
          async (name, code) => {
            await thumbturn.validateOtp(name, { code })
            await thumbturn.createPasskey(name)
          },
          name,
          code,
        )
      })
    },
  },
} as const satisfies Record<string, Flow>

export type FlowName = keyof typeof flowsByName

/** Every flow, by name. */
export const flows: Readonly<Record<FlowName, Flow>> = flowsByName

async function plugInFaulty(tab: Tab, { kind, fault }: Profile) {
  const authenticator = await tab.plugIn(kind)
  await inject(authenticator, fault)
  return authenticator
}

async function inject(authenticator: Authenticator, fault: Profile['fault']) {
  if (fault === 'unknown user') await authenticator.forgetUser()
  else if (fault) await authenticator.override(fault)
}

/** Runs a flow with a new user. If the user can't sign up with the profile first, that is the outcome. */
export async function runFlow(flow: FlowName, stage: Stage): Promise<Outcome> {
  const { tab, installation, policy, profile } = stage
  const { first, run } = flows[flow]
  const name = newName()
  await installation.openPage(tab, policy)
  if (first === 'another') {
    const other = await tab.plugIn(platform)
    await call(tab, async (name) => void (await thumbturn.createPasskey(name)), name)
    await other.unplug()
  }
  const authenticator = await tab.plugIn(profile.kind)
  try {
    const signedUp = first === 'the same' ? await attempt(tab, create, name) : 'done'
    if (signedUp !== 'done') return signedUp
    await inject(authenticator, profile.fault)
    return await run({ ...stage, name, authenticator })
  } finally {
    await authenticator.unplug()
  }
}
