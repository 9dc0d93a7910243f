import assert from 'node:assert/strict'
import type { FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { readCookie, readSessionCookie, readSsoCookie } from '../../src/http/session-cookie.ts'

const secure = 'https://id.example.com'
const local = 'http://localhost:3000'
const site = { name: 'thumbturn-site', localName: 'thumbturn-site', seconds: 60 }

const readers: readonly { name: string; read(header: string): string | undefined }[] = [
  { name: '__Host-thumbturn', read: (header) => readSessionCookie(header, secure) },
  { name: 'thumbturn-dashboard-3000', read: (header) => readSessionCookie(header, local) },
  { name: '__Host-thumbturn-sso', read: (header) => readSsoCookie(header, secure) },
  { name: '__Host-thumbturn-site', read: (header) => readCookie(site, header, secure) },
]

/** The values of a cookie, by the grammar of RFC 6265 §5.4 instead of by splitting. */
const listValues = (header: string, wanted: string) =>
  [...header.matchAll(/(?:^|;)([^;=]*)=([^;]*)/g)]
    .filter(([, name]) => name!.trimStart() === wanted)
    .map(([, , value]) => value!.trimEnd())

export const target: FuzzTarget = {
  promise:
    'a Cookie header is read without an error, and the value of a cookie counts only if the header has one cookie of exactly that name',
  sources: ['apps/service/src/http/session-cookie.ts'],
  seeds: [
    '__Host-thumbturn=abc; __Host-thumbturn-sso=def',
    'thumbturn-dashboard-3000=a; thumbturn-dashboard-3001=b; other',
    '__Host-thumbturn-site=x; thumbturn-site=y',
    ' a=b;; =c; __Host-thumbturn=; __Host-thumbturn-site="quoted=;"',
  ],
  words: readers.map(({ name }) => `; ${name}=`),
  run(input) {
    const header = input.toString('latin1')
    const found = readers.map(({ name, read }) => {
      const values = listValues(header, name)
      const value = read(header)
      assert.equal(value, values.length === 1 && values[0] !== '' ? values[0] : undefined)
      return value
    })
    return found.some((value) => value !== undefined)
  },
  planted: {
    without: 'the check that a cookie was sent once',
    file: 'apps/service/src/http/session-cookie.ts',
    check: "found.length === 1 && found[0] !== ''",
    instead: "found[0] !== ''",
  },
}
