import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyRegistration } from '../src/index.ts'
import type { Encodable } from './cbor-encode.ts'
import type { SignatureInput } from './ceremonies.ts'
import { compoundRegistration, packedStatement, part, selfStatement } from './statements.ts'
import { accepted, testRejected } from './verdicts.ts'

const two =
  (first: (s: SignatureInput) => Encodable, second: (s: SignatureInput) => Encodable) => (s: SignatureInput) => [
    first(s),
    second(s),
  ]
const good = (s: SignatureInput) => part('packed', selfStatement(s))
const bad = () => part('packed', new Map())
const any = { registration: { policy: { compoundRule: 'any' as const } } }
testRejected('compound', [
  ['a map', () => compoundRegistration(() => new Map()), /array/],
  ['one part', () => compoundRegistration((s) => [good(s)]), /two parts/],
  ['a part that is no map', () => compoundRegistration(two(good, () => 1)), /no fmt/],
  ['a part without fmt', () => compoundRegistration(two(good, () => new Map([['attStmt', 1]]))), /no fmt/],
  ['a part without attStmt', () => compoundRegistration(two(good, () => new Map([['fmt', 'packed']]))), /attStmt/],
  [
    'a part with more',
    () =>
      compoundRegistration(
        two(
          good,
          () =>
            new Map<string, Encodable>([
              ['a', 1],
              ['fmt', 'packed'],
              ['attStmt', 1],
            ]),
        ),
      ),
    /attStmt/,
  ],
  [
    'a part with another member instead of attStmt',
    () =>
      compoundRegistration(
        two(
          good,
          () =>
            new Map<string, Encodable>([
              ['fmt', 'packed'],
              ['attStmu', new Map()],
            ]),
        ),
      ),
    /attStmt/,
  ],
  ['a part that is compound', () => compoundRegistration(two(good, () => part('compound', []))), /inside/],
  [
    'a part whose statement is no map',
    () => compoundRegistration(two(good, () => part('packed', 1))),
    /not a map/,
    'cbor',
  ],
  ['a bad part', () => compoundRegistration(two(good, bad)), /alg/],
  ['bad parts where one is enough', () => compoundRegistration(two(bad, bad), any), /alg/],
  [
    'parts bad for two reasons, of which the first counts',
    () =>
      compoundRegistration(
        two(bad, () => part('x', new Map())),
        any,
      ),
    /alg/,
  ],
  ['five parts', () => compoundRegistration((s) => Array(5).fill(good(s))), /5 parts, more than 4/],
  [
    'parts with more certificates together than one statement can have',
    () =>
      compoundRegistration((s) => [part('packed', packedStatement(s)), part('packed', packedStatement(s))], {
        registration: { policy: { maxChain: 1 } },
      }),
    /2 certificates in a compound statement, more than 1/,
  ],
  [
    'parts whose certificates are larger together than those of one statement can be',
    () =>
      compoundRegistration(
        two(
          () => part('packed', new Map([['x5c', [Buffer.alloc(8192)]]])),
          () => part('packed', new Map([['x5c', [Buffer.alloc(8192), Buffer.of(1)]]])),
        ),
      ),
    /16385 bytes/,
    'trust',
  ],
  ['no part', () => compoundRegistration(() => []), /two parts/],
  [
    'a part of an unknown format',
    () => compoundRegistration(two(good, () => part('x', new Map()))),
    /unsupported/,
    'attestation_format',
  ],
])
accepted('compound', [
  ['a bad part where one is enough', () => compoundRegistration(two(bad, good), any)],
  ['four parts', () => compoundRegistration((s) => Array(4).fill(good(s)))],
  ['two untrusted parts', () => compoundRegistration(two(good, good))],
])
for (const [what, parts] of [
  ['before', (s: SignatureInput) => [part('packed', packedStatement(s)), good(s)]],
  ['behind', (s: SignatureInput) => [good(s), part('packed', packedStatement(s))]],
] as const) {
  test(`compound: a trusted part ${what} one that proves nothing is what counts`, () => {
    const { trusted, attestationType, trustPath } = verifyRegistration(compoundRegistration(parts))
    assert.deepEqual([trusted, attestationType, trustPath.length], [true, 'basic', 1])
  })
}
test('compound: an internal error is not swallowed even if one part is enough', () => {
  const trustAnchors = () => {
    throw new Error('the caller failed')
  }
  const input = compoundRegistration(
    two((s) => part('packed', packedStatement(s)), good),
    { registration: { policy: { compoundRule: 'any', trustAnchors } } },
  )
  assert.throws(() => verifyRegistration(input), /the caller failed/)
})
