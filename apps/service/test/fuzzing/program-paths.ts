import { posix } from 'node:path'

type Reading = (uri: string) => string

const cutQuery: Reading = (uri) => uri.split('?', 1)[0]!
const decode: Reading = (uri) => decodeURIComponent(cutQuery(uri))
const cutParameters: Reading = (uri) => cutQuery(uri).replaceAll(/;[^/]*/g, '')
const mergeSlashes: Reading = (path) => path.replaceAll(/\/+/g, '/')

/** How programs read the path of a request, by Node's own parts where there are such. */
const programs: readonly Reading[] = [
  cutQuery,
  // Frameworks for Node that route by the raw path, and those that parse the address of a request below their own.
  (uri) => new URL(uri, 'http://localhost').pathname,
  (uri) => new URL(`http://localhost${uri}`).pathname,
  (uri) => decode(new URL(`http://localhost${uri}`).pathname),
  // Servers of files, which decode once and normalize.
  (uri) => posix.normalize(decode(uri)),
  (uri) => posix.normalize(cutQuery(uri)),
  (uri) => decode(posix.normalize(cutQuery(uri))),
  // Behind a proxy that decodes, too.
  (uri) => posix.normalize(decode(decode(uri))),
  // Servlets drop parameters of segments, before or after they decode.
  (uri) => posix.normalize(decode(cutParameters(uri))),
  (uri) => posix.normalize(cutParameters(decode(uri))),
  (uri) => decode(cutParameters(uri)),
  // Programs written in C, for which a text ends at its first zero.
  (uri) => posix.normalize(decode(uri).split('\0', 1)[0]!),
  // Servers that keep escaped slashes, as Apache can.
  (uri) => posix.normalize(cutQuery(uri).replaceAll(/%(?!2f|5c)[\da-f]{2}/gi, decodeURIComponent)),
  // On Windows.
  (uri) => posix.normalize(decode(uri).replaceAll('\\', '/')),
  (uri) => mergeSlashes(cutQuery(uri)),
  (uri) => mergeSlashes(decode(uri)),
]

/** The paths that programs take the address of a request for; one that rejects it has none. */
export const readAsPrograms = (uri: string): string[] => [
  ...new Set(
    programs.flatMap((read) => {
      try {
        const path = read(uri)
        return path.startsWith('/') ? [path] : []
      } catch {
        return []
      }
    }),
  ),
]
