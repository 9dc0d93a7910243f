import {
  type AssertionOptions,
  createSoftwareAuthenticator,
  type RegistrationRequestOptions,
  type SoftwareAuthenticator,
} from '@thumbturn/testkit'
import type { RunningNode } from './nodes.ts'

export const origin = 'https://example.com'

/** A user whose registration was acknowledged, with the device that has the passkey. */
export type LoadUser = { username: string; credentialId: string; device: SoftwareAuthenticator }

/** Sign-ups and sign-ins, one after another in each of several loops, each call at any of the nodes in use. */
export type Load = {
  users: readonly LoadUser[]
  /** Why calls failed. */
  failures: readonly string[]
  /** Sends calls to this node, too. */
  use(node: RunningNode): void
  /** Sends no further calls to this node. Resolves once it has responded to all. Without any node, calls wait. */
  drain(node: RunningNode): Promise<void>
  /** Resolves after this many further sign-ups or sign-ins. */
  pass(count: number): Promise<void>
  /** Resolves once the loops have ended; a sign-up or sign-in that has begun ends first. */
  stop(): Promise<void>
}

type Call = <Result>(path: string, body: object) => Promise<Result>
type CeremonyStart = {
  session: string
  registrationRequestOptions: RegistrationRequestOptions
  assertionOptions: AssertionOptions
}

const loops = 4
/** Each of these sign-ins follows a sign-up. */
const signInsEach = 3

/** Starts the loops; usernames start with `prefix`. */
export function startLoad(prefix = 'user'): Load {
  const balancer = createBalancer()
  const users: LoadUser[] = []
  const failures: string[] = []
  let isStopping = false
  let done = 0
  const waiting = new Set<() => void>()
  const attempt = async (flow: Promise<unknown>) => {
    await flow.catch((error: Error) => failures.push(error.message))
    done++
    for (const look of waiting) look()
  }
  const loop = async (number: number) => {
    const device = createSoftwareAuthenticator({ origin })
    for (let count = 0; !isStopping; count++) {
      const username = `${prefix}-${number}-${count}`
      await attempt(signUp(balancer.call, device, username).then((user) => void users.push(user)))
      for (let again = 0; again < signInsEach && !isStopping; again++) {
        const own = users.filter((user) => user.device === device)
        const user = own[(count + again) % own.length]
        if (user) await attempt(signIn(balancer.call, user))
      }
    }
  }
  const running = Promise.all(Array.from({ length: loops }, (_, number) => loop(number)))
  return {
    users,
    failures,
    use: balancer.use,
    drain: balancer.drain,
    pass(count) {
      const until = done + count
      return new Promise((resolve) => {
        const look = () => {
          if (done < until && failures.length === 0) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      })
    },
    async stop() {
      isStopping = true
      await running
    },
  }
}

/** Spreads calls over the nodes in turn, so that most ceremonies start at one node and end at another. */
function createBalancer() {
  const nodes: RunningNode[] = []
  const open = new Map<RunningNode, Set<Promise<unknown>>>()
  let arrived = Promise.withResolvers<void>()
  let turn = 0
  const choose = async (): Promise<RunningNode> => {
    while (nodes.length === 0) await arrived.promise
    return nodes[turn++ % nodes.length]!
  }
  const call: Call = async (path, body) => {
    const node = await choose()
    const calls = open.get(node)!
    const response = post(node, path, body)
    const settled = response.catch(() => {}).finally(() => calls.delete(settled))
    calls.add(settled)
    return response as never
  }
  return {
    call,
    use(node: RunningNode) {
      nodes.push(node)
      open.set(node, new Set())
      arrived.resolve()
      arrived = Promise.withResolvers()
    },
    async drain(node: RunningNode) {
      nodes.splice(nodes.indexOf(node), 1)
      await Promise.all(open.get(node)!)
    },
  }
}

async function post(node: RunningNode, path: string, body: object): Promise<unknown> {
  const response = await fetch(`${node.url}/apps/shop/fido2/v2${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ app: { id: 'shop' }, ...body }),
  })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path} at ${node.name}: ${response.status} ${text}`)
  return JSON.parse(text)
}

async function signUp(call: Call, device: SoftwareAuthenticator, username: string): Promise<LoadUser> {
  const started = await call<CeremonyStart>('/reg/init', { deviceInfo: {}, user: { username } })
  const creationResult = device.create(started.registrationRequestOptions)
  await call('/reg/complete', { session: started.session, creationResult })
  return { username, credentialId: creationResult.credentialId, device }
}

async function signIn(call: Call, { username, credentialId, device }: LoadUser): Promise<void> {
  const { session, assertionOptions } = await call<CeremonyStart>('/auth/init', { deviceInfo: {}, user: { username } })
  await call('/auth/complete', { session, assertionResult: device.get(assertionOptions, { pick: credentialId }) })
}

/** Signs a user in at one node. Throws unless both calls succeed. */
export const signInAt = (node: RunningNode, user: LoadUser): Promise<void> =>
  signIn((path, body) => post(node, path, body) as never, user)
