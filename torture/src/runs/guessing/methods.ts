import {
  askForCode,
  shownCode,
  type signUpUserWithContacts,
  textsTo,
  verifyCode,
  wrong,
} from '@thumbturn/service-harness/codes.ts'
import type { Gen1Backend } from '@thumbturn/service-harness/gen1.ts'
import type { Service } from '@thumbturn/service-harness/service.ts'
import { showTotp } from '@thumbturn/service-harness/sign-in-methods.ts'
import { readBody } from '@thumbturn/service-harness/situations.ts'

export type Victim = Awaited<ReturnType<typeof signUpUserWithContacts>>

/** The method that an attacker guesses. */
export type GuessedMethod = {
  /** Whether each code allows only some attempts, and a new one doesn't reset the count. */
  isCode: boolean
  /** How many of the million codes are correct at any time; 0 if they aren't of six digits. */
  correctPerMillion: number
  /** The highest number of failures before it locks, regardless of the settings. */
  mostFailures: number
  /** The credential that is correct from now on; undefined if none was sent. */
  issue(node: Service): Promise<string | undefined>
  /** Of the same form as what was issued, but incorrect. */
  toWrong(issued: string): string
  isAccepted(node: Service, name: string, guess: string): Promise<boolean>
}

export const methodNames = ['device', 'email', 'sms', 'password', 'totp', 'recovery'] as const
export type MethodName = (typeof methodNames)[number]

const password = 'correct horse battery'
const repeated = { password, password_confirmation: password }

const code = { isCode: true, correctPerMillion: 1, mostFailures: 100, toWrong: wrong }
const enterCode: GuessedMethod['isAccepted'] = async (node, name, guess) =>
  (await verifyCode(node, name, guess)).status === 200

/** A code in a message is shorter-lived than the hour in which an address gets ten. */
const betweenMessagesMs = 361_000

function createSentMethod(method: 'email' | 'sms', { username, email, phone }: Victim): GuessedMethod {
  const address = method === 'email' ? email : phone
  const issue = async (node: Service) => {
    node.clock.advance(betweenMessagesMs)
    const before = (await textsTo(node, address)).length
    await askForCode(node, method, username)
    while ((await node.deliver()).length > 0);
    const texts = await textsTo(node, address)
    const sent = texts.slice(0, texts.length - before)
    return sent.map((text) => /\b\d{6}\b/.exec(text)?.[0]).find((found) => found !== undefined)
  }
  return { ...code, issue, isAccepted: enterCode }
}

/** A credential of the first generation, guessed on any node with the same backend. */
function createCredential({ call, token, client_id }: Gen1Backend, victim: Victim) {
  const { username } = victim
  const post = (node: Service, path: string, body: object) =>
    node.ask('POST', `//authenticate/${path}`, { token: token('auth.login'), body: { client_id, ...body } })
  const credential = { isCode: false, correctPerMillion: 0, mostFailures: 100, toWrong: () => 'wrong wrong wrong' }
  return {
    password: {
      ...credential,
      issue: async () => {
        readBody(await call('credentials.force_add', '/credentials/password/force', { username, ...repeated }))
        return password
      },
      isAccepted: async (node, name, guess) =>
        (await post(node, 'password', { username: name, password: guess })).status === 200,
    },
    totp: {
      ...credential,
      // Those of the step before, now, and after.
      correctPerMillion: 3,
      mostFailures: 33,
      toWrong: () => '000000',
      issue: async (node) => {
        const started = readBody<{ credential_uuid: string; secret: string }>(
          await call('credentials.force_add', '/credentials/totp/init/force', { username }),
        )
        const { credential_uuid, secret } = started
        const otp = showNextTotp(node, secret)
        const body = { client_id, username, credential_uuid, otp }
        readBody(await node.ask('POST', '//credentials/totp/complete', { body }))
        return secret
      },
      isAccepted: async (node, name, guess) => {
        const otp = guess.length > 6 ? showNextTotp(node, guess) : guess
        return (await post(node, 'totp', { username: name, otp })).status === 200
      },
    },
    recovery: {
      ...credential,
      issue: async () => {
        const path = '/credentials/recovery-code'
        return readBody<{ code: string }>(await call('credentials.add_recovery', path, { username })).code
      },
      isAccepted: async (node, name, guess) => {
        const authentication_code = { code: guess, type: 'recovery' }
        const body = { client_id, username: name, authentication_code, ...repeated }
        const asked = { token: token('credentials.replace'), body }
        return (await node.ask('POST', '//credentials/password/recover', asked)).status === 200
      },
    },
  } satisfies Partial<Record<MethodName, GuessedMethod>>
}

/** The code of the next step, so that each is used once. */
function showNextTotp({ clock }: Service, secret: string): string {
  clock.advance(30_000)
  return showTotp(secret, clock.now())
}

export async function createMethod(name: MethodName, victim: Victim, backend: Gen1Backend): Promise<GuessedMethod> {
  if (name === 'device') return { ...code, issue: (node) => shownCode(node, victim.jwtAccess), isAccepted: enterCode }
  if (name === 'email' || name === 'sms') return createSentMethod(name, victim)
  return createCredential(backend, victim)[name]
}
