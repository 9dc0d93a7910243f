/** A longer address is not checked. */
export const longestUri = 8_192

/** Nothing in such a path can be read in two ways, so it needs no further look. */
const plainPath = /^(?:\/(?!\.{0,2}(?:\/|$))[\w~.@:,+=-]+)*\/?$/

const printable = /^[!-~]+$/
const brokenEscape = /%(?![\da-f]{2})/i
const escapes = /(?:%[\da-f]{2})+/gi

/** No two programs agree about these. */
const unreadable = /[\p{Cc}\\]/u

/** Deeper encodings have no honest use. */
const mostDecodings = 2

/**
 * The paths that programs can take the address of a request for: servers decode, resolve dot segments, merge slashes, and drop path
 * parameters in different ways, so a rule that looked at one reading only could be bypassed by another. Undefined if the address is not
 * valid, or too unclear to be honest.
 */
export function listPathReadings(uri: string): readonly string[] | undefined {
  const [path = ''] = uri.split('?', 1)
  if (!path.startsWith('/') || uri.length > longestUri) return undefined
  if (plainPath.test(path)) return [path]
  if (!printable.test(path) || path.includes('#') || brokenEscape.test(path)) return undefined
  const decoded = decodeRepeatedly(path)
  if (decoded === undefined || decoded.some((text) => unreadable.test(text))) return undefined
  const texts = decoded.flatMap((text) => [text, dropParameters(text)])
  return [...new Set(texts.flatMap((text) => [text, mergeSlashes(text), resolve(text), resolve(mergeSlashes(text))]))]
}

/** The path as it is, and decoded until no escape is left; undefined if one isn't UTF-8, or there are too many layers. */
function decodeRepeatedly(path: string): string[] | undefined {
  const texts = [path]
  try {
    for (let last = path; ; last = texts.at(-1)!) {
      const text = last.replaceAll(escapes, decodeURIComponent).normalize('NFC')
      if (text === last) return texts
      if (texts.length > mostDecodings) return undefined
      texts.push(text)
    }
  } catch {
    return undefined
  }
}

/** RFC 3986 §3.3: some servers drop `;…` of each segment before they look at the path. */
const dropParameters = (path: string) => path.replaceAll(/;[^/]*/g, '')

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
