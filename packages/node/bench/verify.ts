/**
 * Processor time of verifyToken with the application's public keys, which needs no call, side by side with bare crypto.verify on the
 * same bytes and key. Rounds alternate, so that both see the same machine; medians count.
 * Run: node bench/verify.ts [rounds] [operations per round]
 */
import { createPublicKey, verify, type webcrypto } from 'node:crypto'
import { signUpUser } from '@thumbturn/service-harness/situations.ts'
import { findMedian } from '@thumbturn/testkit/statistics.ts'
import { catchError, startTestService } from '../test/service.ts'
import { encodePart, readClaims, readHeader } from '../test/tokens.ts'

const rounds = Number(process.argv[2] ?? 31)
const operations = Number(process.argv[3] ?? 1000)

const service = await startTestService()
const { jwtAccess: token } = await signUpUser(service)
const backend = service.client({ apiKey: undefined })
await backend.verifyToken(token)

const [header, claims, signature] = token.split('.') as [string, string, string]
const changed = [header, encodePart({ ...readClaims(token), sub: 'another' }), signature].join('.')
const { code } = await catchError(backend.verifyToken(changed))
if (code !== 'token_bad_signature') throw new Error(`A changed token is rejected with ${code}`)

const response = await fetch(`${service.url}/apps/demo/fido2/v2/.well-known/jwks.json`)
const { keys } = (await response.json()) as { keys: ({ kid: string } & webcrypto.JsonWebKey)[] }
const jwk = keys.find(({ kid }) => kid === readHeader(token).kid)!
const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
const [data, bytes] = [Buffer.from(`${header}.${claims}`), Buffer.from(signature, 'base64url')]

/** Microseconds of CPU for one of them, all threads of the process counted. */
async function cpu(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < operations; i++) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / operations
}

const bare = () => verify('sha256', data, key, bytes)
const whole = () => backend.verifyToken(token)
const show = (what: string, text: string) => console.log(`${what.padEnd(44)} ${text}`)

await cpu(bare)
await cpu(whole)
const pairs: { bare: number; whole: number }[] = []
for (let round = 0; round < rounds; round++) pairs.push({ bare: await cpu(bare), whole: await cpu(whole) })
show('crypto.verify, ES256', `${findMedian(pairs.map((pair) => pair.bare)).toFixed(1)} µs`)
show('verifyToken', `${findMedian(pairs.map((pair) => pair.whole)).toFixed(1)} µs`)
show('median ratio', findMedian(pairs.map((pair) => pair.whole / pair.bare)).toFixed(2))
await service.close()
