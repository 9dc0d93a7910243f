/** A longer address is not checked. */
export const longestUri = 8_192

/** Nothing in such a path can be read in two ways, so it needs no further look. */
const plainPath = /^(?:\/(?!\.{0,2}(?:\/|$))[\w~.@:,+=-]+)*\/?$/

const printable = /^[!-~]+$/
const brokenEscape = /%(?![\da-f]{2})/i
const escapes = /(?:%[\da-f]{2})+/gi

/** No two programs agree about these. */
const unreadable = /[\p{Cc}\\]/u

/** A path with more readings has no honest use. */
const mostReadings = 64

/**
 * The paths that programs can take the address of a request for: servers decode, resolve dot segments, merge slashes, and drop path
 * parameters in different ways and orders, so a rule that looked at one reading only could be bypassed by another. Undefined if the
 * address is not valid, or too unclear to be honest.
 */
export function listPathReadings(uri: string): readonly string[] | undefined {
  const [path = ''] = uri.split('?', 1)
  if (!path.startsWith('/') || uri.length > longestUri) return undefined
  if (plainPath.test(path)) return [path]
  if (!printable.test(path) || path.includes('#') || brokenEscape.test(path)) return undefined
  const readings = takeSteps(path)
  return readings?.some((text) => unreadable.test(text)) ? undefined : readings
}

/** Takes all steps in every order; undefined if a text can't be decoded as UTF-8, or there are too many readings. */
function takeSteps(path: string): string[] | undefined {
  const readings = new Set([path])
  try {
    // A set also visits what is added to it on the way.
    for (const reading of readings) {
      for (const step of steps) readings.add(step(reading))
      if (readings.size > mostReadings) return undefined
    }
    return [...readings]
  } catch {
    return undefined
  }
}

/** Some servers keep escaped slashes, so that dot segments remove what they separate. */
const decodeAllButSlashes = (path: string) =>
  path.replaceAll(/(?:%(?!2f|5c)[\da-f]{2})+/gi, decodeURIComponent).normalize('NFC')

/** An escaped `?` or `#` ends the path for a program behind one that decodes. */
const cutQuery = (path: string) => path.replace(/[?#].*$/, '')

const decode = (path: string) => path.replaceAll(escapes, decodeURIComponent).normalize('NFC')

/** RFC 3986 §3.3: some servers drop `;…` of each segment before they look at the path. */
const dropParameters = (path: string) => path.replaceAll(/;[^/]*/g, '')

/** RFC 3986 §4.2: what follows two slashes is a host, which programs drop that parse the whole address. */
const dropHost = (path: string) => path.replace(/^\/{2,}[^/]*/, '') || '/'

const mergeSlashes = (path: string) => path.replaceAll(/\/{2,}/g, '/')

/** Removes dot segments (RFC 3986 §5.2.4). */
function resolve(path: string): string {
  const kept: string[] = []
  const segments = path.split('/').slice(1)
  for (const segment of segments) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  const isFolder = /^\.{1,2}$/.test(segments.at(-1)!)
  return `/${kept.join('/')}${isFolder && kept.length > 0 ? '/' : ''}`
}

const steps = [decode, decodeAllButSlashes, cutQuery, dropParameters, dropHost, mergeSlashes, resolve]
