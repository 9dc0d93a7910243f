/** Browsers keep up to 4,096 bytes of name, value, and attributes. */
const longestValue = 4096
const longestHeader = 65_536
/** Legitimate requests have one; a browser whose cookies another host planted has a few. */
const mostValues = 4

/**
 * The different values of a cookie in a Cookie header. Other cookies can be malformed; quotes around a value are dropped.
 * Of a name that is there more often than browsers have a reason for, there is none.
 */
export function readCookies(header: string | undefined, name: string): string[] {
  if (header === undefined || header.length > longestHeader) return []
  const found = header.split(';').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 && pair.slice(0, at).trim() === name ? [unquote(pair.slice(at + 1).trim())] : []
  })
  const values = [...new Set(found)].filter((value) => value !== '' && value.length <= longestValue)
  return values.length <= mostValues ? values : []
}

const unquote = (value: string) => (/^".*"$/.test(value) ? value.slice(1, -1) : value)

/** A cookie to set; with `maxAge` 0, the browser deletes it. */
export type Cookie = { name: string; value: string; maxAge: number; secure: boolean }

/** The Set-Cookie header of a cookie that scripts and other hosts can't read. */
export const formatCookie = ({ name, value, maxAge, secure }: Cookie): string =>
  `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
