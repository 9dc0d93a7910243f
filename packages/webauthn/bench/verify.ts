/**
 * CPU of a whole ES256 assertion from wire form, side by side with bare crypto.verify on the same bytes and key, of
 * assertions and self attestation with ML-DSA, and of a packed x5c registration. Rounds alternate, so that both see the same machine; the median of the ratios counts.
 * Run: node bench/verify.ts [rounds] [operations per round]
 */
import { verify } from 'node:crypto'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { verifyAssertion, verifyRegistration } from '../src/index.ts'
import { assertion, challenge, registration, sha256 } from '../test/ceremonies.ts'
import { keyFor } from '../test/keys.ts'
import { packedRegistration, selfRegistration } from '../test/statements.ts'

const rounds = Number(process.argv[2] ?? 31)
const operations = Number(process.argv[3] ?? 1000)

const input = assertion({ expected: { challenge } })
const signature = Buffer.from(input.response.signature, 'base64url')
const data = Buffer.concat([
  Buffer.from(input.response.authenticatorData, 'base64url'),
  sha256(Buffer.from(input.response.clientDataJSON, 'base64url')),
])
const key = { key: Buffer.from(input.credential.publicKeySpki), format: 'der', type: 'spki' } as const

const bare = () => verify('sha256', data, key, signature)
const whole = () => verifyAssertion(input)
const x5c = packedRegistration()
const none = registration()

// Every verification leaves a native key behind. The first to fill the heap would pay for the keys of both sides, so
// each round begins clean and pays for its own.
setFlagsFromString('--expose-gc')
const collect: (options: { type: 'minor' }) => void = runInNewContext('gc')

/** Microseconds of CPU for one call and its garbage, all threads of the process counted. */
function cpu(work: () => unknown): number {
  collect({ type: 'minor' })
  const before = process.cpuUsage()
  for (let i = 0; i < operations; i++) work()
  collect({ type: 'minor' })
  const { user, system } = process.cpuUsage(before)
  return (user + system) / operations
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!

cpu(bare)
cpu(whole)
const pairs = Array.from({ length: rounds }, (_, i) => {
  if (i % 2 === 0) return { bare: cpu(bare), whole: cpu(whole) }
  const first = cpu(whole)
  return { bare: cpu(bare), whole: first }
})

const show = (what: string, micros: number) => console.log(`${what.padEnd(44)} ${micros.toFixed(1)} µs`)
show('crypto.verify, ES256, DER key', median(pairs.map((pair) => pair.bare)))
show('verifyAssertion, ES256, from wire form', median(pairs.map((pair) => pair.whole)))
console.log(`${'median ratio'.padEnd(44)} ${median(pairs.map((pair) => pair.whole / pair.bare)).toFixed(3)}`)
for (const [name, number] of [
  ['ML-DSA-44', -48],
  ['ML-DSA-65', -49],
  ['ML-DSA-87', -50],
] as const) {
  const key = keyFor(number)
  const signIn = assertion({ key, expected: { challenge } })
  const attested = selfRegistration({ registration: { key, expected: { algorithms: [number] } } })
  show(
    `verifyAssertion, ${name}, from wire form`,
    median(Array.from({ length: 7 }, () => cpu(() => verifyAssertion(signIn)))),
  )
  show(
    `verifyRegistration, packed self, ${name}`,
    median(Array.from({ length: 7 }, () => cpu(() => verifyRegistration(attested)))),
  )
}
show('verifyRegistration, none, ES256', median(Array.from({ length: 7 }, () => cpu(() => verifyRegistration(none)))))
show(
  'verifyRegistration, packed x5c, 2 certificates',
  median(Array.from({ length: 7 }, () => cpu(() => verifyRegistration(x5c)))),
)
