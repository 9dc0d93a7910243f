import { ThumbturnError } from '../errors.ts'
import { isContent, type SessionContent } from './content.ts'
import { formatCookie, readCookies } from './cookies.ts'
import type { Exchange } from './exchange.ts'
import { toNames } from './names.ts'
import type { SessionSettings } from './options.ts'
import { createBox } from './seal.ts'

/** The largest sealed session: browsers keep 4,096 bytes with name and attributes. */
const longestValue = 3_584
/** The key of a device makes it longer by up to this. */
const keyLength = 160
/** The sessions that a browser remembers as ended, newest first. */
const mostEnded = 3

/** The cookies of a browser: its session, and the IDs of those that ended. */
export type Jar = ReturnType<typeof createJar>

export function createJar(settings: SessionSettings) {
  const { idleSeconds, client, devicePath } = settings
  const box = createBox(settings)

  /**
   * A response that is still under way when a session ends can bring its cookie back afterward, so the browser remembers
   * which sessions ended.
   */
  const listEnded = (exchange: Exchange): string[] =>
    readCookies(exchange.header('cookie'), toNames(settings, exchange).ended)
      .flatMap((value) => value.split('.'))
      .slice(0, mostEnded)

  return {
    listEnded,
    /** The session of the cookie, whether or not it ended. */
    open(exchange: Exchange): SessionContent | undefined {
      const { session: name } = toNames(settings, exchange)
      const values = readCookies(exchange.header('cookie'), name)
      const found = values.map((value) => box.open<SessionContent>(value, name)).filter(isContent)
      // Two sessions in one browser: another host planted one of them, and either can be the user's.
      if (new Set(found.map(({ id }) => id)).size > 1) return undefined
      return found.sort((one, other) => other.renewed - one.renewed)[0]
    },
    /** @throws ThumbturnError session_too_large */
    put(exchange: Exchange, content: SessionContent, maxAge: number): void {
      const { session: name, secure } = toNames(settings, exchange)
      const value = box.seal(content, name)
      const reserved = devicePath !== undefined && !content.device ? keyLength : 0
      if (value.length + reserved > longestValue)
        throw new ThumbturnError('session_too_large', 'data exceeds what a cookie can hold: keep it in your database')
      exchange.setCookies([formatCookie({ name, value, maxAge, secure })])
    },
    remove(exchange: Exchange, id: string): void {
      const { session, ended, secure } = toNames(settings, exchange)
      const ids = [...new Set([id, ...listEnded(exchange)])].slice(0, mostEnded)
      exchange.setCookies([
        formatCookie({ name: session, value: '', maxAge: 0, secure }),
        formatCookie({ name: ended, value: ids.join('.'), maxAge: idleSeconds, secure }),
      ])
    },
    /** Removes the access token of @thumbturn/web, which would outlast the session by minutes. */
    removeToken(exchange: Exchange): void {
      const { secure } = toNames(settings, exchange)
      const name = `thumbturn_${encodeURIComponent(client.appId)}_token`
      exchange.setCookies([formatCookie({ name, value: '', maxAge: 0, secure })])
    },
  }
}
