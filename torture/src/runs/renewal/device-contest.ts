import { createDeviceKey, proveKnown, proveNew, readChallenge } from '@thumbturn/service-harness/device-proofs.ts'
import type { Answer } from '@thumbturn/service-harness/service.ts'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import type { WebApp } from '../../common/web-app.ts'
import type { Arena } from './arena.ts'
import { type Contest, isAccepted } from './contest.ts'

/** The cookies of a response, as a browser sends them. */
const readCookies = ({ headers }: Answer): string[] =>
  [...String(headers['set-cookie'] ?? '').matchAll(/(?:^|, )(__Host-[^;]+)/g)].map(([, cookie = '']) => cookie)

/** The response tells the browser that its session has ended. */
const asRejected = (answer: Answer): Answer =>
  (answer.body as { continue?: boolean } | undefined)?.continue === false ? { ...answer, status: 401 } : answer

/** A session that its browser has bound to the device, and the response to one challenge, which works for two minutes. */
async function bindSession(app: WebApp, token: string) {
  const started = await app.signIn(token)
  const [unbound = ''] = readCookies(started)
  const key = createDeviceKey()
  const offered = readChallenge(String(started.headers['secure-session-registration']))
  const bound = await app.callDevice(unbound, { 'secure-session-response': proveNew(key, offered) })
  const [session = '', device = ''] = readCookies(bound)
  const { id } = started.body as { id: string }
  const named = { 'sec-secure-session-id': id }
  const asked = await app.callDevice(session, named)
  const proof = proveKnown(key, readChallenge(String(asked.headers['secure-session-challenge'])))
  return { session, device, answer: { ...named, 'secure-session-response': proof } }
}

type End = (arena: Arena, of: { userId: string; cookie: string }) => Promise<Answer>

/**
 * A session of a web application that is bound to a device. Every other request answers the same challenge, for which it gets a new proof
 * of the device: as long as the session lasts, each is accepted.
 */
export const ofBoundWebApp =
  (end: End) =>
  async (arena: Arena): Promise<Contest> => {
    const { userId, jwtAccess } = await signUpUser(arena.first)
    const { session, device, answer } = await bindSession(arena.apps[0], jwtAccess)
    const proofs = new Set([device])
    const sendBoth = (proof: string) => `${session}; ${proof}`
    return {
      async use(at) {
        const app = arena.apps[at % 2]!
        const held = [...proofs]
        if (at % 4 < 2) return app.visit(sendBoth(held[at % held.length]!))
        const renewed = asRejected(await app.callDevice(session, answer))
        if (isAccepted(renewed)) for (const proof of readCookies(renewed)) proofs.add(proof)
        return renewed
      },
      end: () => end(arena, { userId, cookie: sendBoth(device) }),
      async useAll() {
        const visits = arena.apps.flatMap((app) => [...proofs].map((proof) => app.visit(sendBoth(proof))))
        const renewals = arena.apps.map(async (app) => asRejected(await app.callDevice(session, answer)))
        return Promise.all([...visits, ...renewals])
      },
    }
  }
