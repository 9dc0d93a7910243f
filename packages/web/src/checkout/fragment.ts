import { fromBase64url, toBase64url } from '../base64url.ts'
import { isObject } from './messages.ts'

const key = 'thumbturn-checkout'

/** Adds data to the fragment of a URL, which browsers send to no server and in no Referer. */
export function addFragment(url: string, data: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(data))
  const target = new URL(url)
  target.hash = `${key}=${toBase64url(bytes)}`
  return target.href
}

/** The data in the fragment of this page, or undefined if there is none from the SDK. */
export function readFragment(): Record<string, unknown> | undefined {
  const text = new URLSearchParams(location.hash.slice(1)).get(key)
  if (text === null) return undefined
  try {
    const data = JSON.parse(new TextDecoder().decode(fromBase64url(text)))
    return isObject(data) ? data : undefined
  } catch {
    return undefined
  }
}

/** Removes the fragment from the address and the history. */
export function clearFragment(): void {
  history.replaceState(history.state, '', location.pathname + location.search)
}

/** The value if it is text of 1 to `length` characters. */
export function readText(value: unknown, length: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= length ? value : undefined
}
