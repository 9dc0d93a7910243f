import type { SessionContent } from './content.ts'
import { createDevice } from './device.ts'
import type { Exchange } from './exchange.ts'
import { createJar } from './jar.ts'
import type { SessionSettings } from './options.ts'

/** How far the clocks of instances can differ. */
const skewSeconds = 300
/** For this long after a sign-in, a request with the cookie from before the session was bound can be under way. */
const bindingSeconds = 60

/** The sessions in the cookies of browsers, without asking the service. */
export type KeptSessions = ReturnType<typeof createKeptSessions>

export function createKeptSessions(settings: SessionSettings) {
  const { client, absoluteSeconds, idleSeconds, ended } = settings
  const [jar, device] = [createJar(settings), createDevice(settings)]
  const now = () => Math.floor(client.now() / 1000)

  /** `bound`: the session was bound to a device, and this cookie is from before. */
  const listNames = ({ id, sid, device: key, iat }: SessionContent): string[] => [
    id,
    ...(sid === undefined ? [] : [toSidName(sid)]),
    ...(key === undefined && now() >= iat + bindingSeconds ? [toBoundName(id)] : []),
  ]

  /** The session of a request that hasn't ended; the device that it's bound to may be another one. */
  async function find(exchange: Exchange): Promise<SessionContent | undefined> {
    const content = jar.open(exchange)
    if (!content || !isInTime(settings, content, now()) || jar.listEnded(exchange).includes(content.id))
      return undefined
    return (await ended.has(listNames(content))) ? undefined : content
  }

  const put = (exchange: Exchange, content: SessionContent): void =>
    jar.put(exchange, content, Math.min(idleSeconds, content.iat + absoluteSeconds - now()))

  return {
    device,
    now,
    open: jar.open,
    find,
    /** The session of a request from the device that it's bound to, if it's bound to one. */
    async findOnDevice(exchange: Exchange): Promise<SessionContent | undefined> {
      const content = await find(exchange)
      return content && device.isPresent(exchange, content) ? content : undefined
    },
    put,
    /** Replaces the cookie of a session by one that is bound to a key; from then on, copies of the former don't count. */
    async bind(exchange: Exchange, content: SessionContent): Promise<void> {
      await ended.add(toBoundName(content.id), absoluteSeconds)
      put(exchange, content)
    },
    isBound: async ({ id, device: key }: SessionContent): Promise<boolean> =>
      key !== undefined || ended.has([toBoundName(id)]),
    async remove(exchange: Exchange, { id }: SessionContent): Promise<void> {
      await ended.add(id, absoluteSeconds)
      jar.remove(exchange, id)
      device.remove(exchange)
    },
    removeToken: jar.removeToken,
    /** Ends the session that a client of OpenID Connect knows by that name. */
    endBySid: async (sid: string): Promise<void> => ended.add(toSidName(sid), absoluteSeconds),
  }
}

const toSidName = (sid: string) => `sid ${sid}`
const toBoundName = (id: string) => `bound ${id}`

function isInTime(
  { absoluteSeconds, idleSeconds }: SessionSettings,
  { iat, renewed }: SessionContent,
  now: number,
): boolean {
  return now < iat + absoluteSeconds && now < renewed + idleSeconds && iat <= now + skewSeconds
}
