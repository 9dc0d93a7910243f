import { fromBase64url, toBase64url } from '../base64url.ts'
import { isObject } from './messages.ts'

const key = 'thumbturn-checkout'

/** An address with something in its fragment, which browsers send to no server and into no Referer. */
export function withFragment(url: string, said: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(said))
  const target = new URL(url)
  target.hash = `${key}=${toBase64url(bytes.buffer)}`
  return target.href
}

/** What the fragment of this page says; undefined where it says nothing of ours. */
export function readFragment(): Record<string, unknown> | undefined {
  const text = new URLSearchParams(location.hash.slice(1)).get(key)
  if (text === null) return undefined
  try {
    const said = JSON.parse(new TextDecoder().decode(fromBase64url(text)))
    return isObject(said) ? said : undefined
  } catch {
    return undefined
  }
}

/** Takes the fragment out of the address and of the history. */
export function clearFragment(): void {
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** A member that is text of at most `length` characters. */
export function readText(value: unknown, length: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= length ? value : undefined
}
