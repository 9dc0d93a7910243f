import { now } from './cases.ts'
import { access, admitted, type ProofDraft, type ResourceCase, resource, unproven } from './resources.ts'
import { computeThumbprint, findKey, readPublicKey } from './sign.ts'

const bind = (key: string) => ({ claims: { ...access, cnf: { jkt: computeThumbprint(key) } } })
const [bound, dpop] = [bind('holder'), { scheme: 'DPoP' }]

const accepted: ResourceCase[] = [
  { name: 'a bound token with a proof', draft: bound, request: dpop, proof: {}, expect: admitted() },
  {
    name: 'a proof, and the scheme in another case',
    draft: bound,
    request: { scheme: 'dpOP' },
    proof: {},
    expect: admitted(),
  },
  ...(
    [
      ['holder-p384', 'ES384'],
      ['holder-rsa', 'RS256'],
      ['holder-rsa', 'PS256'],
      ['holder-ed25519', 'EdDSA'],
    ] as const
  ).map(([key, alg]) => ({
    name: `a proof that ${alg} signs`,
    draft: bind(key),
    request: dpop,
    proof: { key, header: { alg } },
    expect: admitted(),
  })),
  {
    name: 'a proof of five minutes ago',
    draft: bound,
    request: dpop,
    proof: { claims: { iat: now - 300 } },
    expect: admitted(),
  },
  {
    name: 'a proof for this path and another query',
    draft: bound,
    request: { ...dpop, path: '/notes/mcp?cursor=2' },
    proof: { claims: { htu: `${resource.resource}?x=1#y` } },
    expect: admitted(),
  },
  {
    name: 'a proof for another path below this host, which the request has',
    draft: bound,
    request: { ...dpop, method: 'GET', path: '/notes/mcp/1' },
    proof: { claims: { htm: 'GET', htu: `${resource.resource}/1` } },
    expect: admitted(),
  },
  {
    name: 'an address in another spelling',
    draft: bound,
    request: dpop,
    proof: { claims: { htu: 'HTTPS://MCP.example.com:443/notes/./mcp' } },
    expect: admitted(),
  },
  {
    name: 'the type of a proof as a media type',
    draft: bound,
    request: dpop,
    proof: { header: { typ: 'application/dpop+jwt' } },
    expect: admitted(),
  },
]

const withProof = (name: string, proof: ProofDraft | ProofDraft[]): ResourceCase => ({
  name,
  draft: bound,
  request: dpop,
  proof,
  expect: unproven('token_wrong_proof'),
})

const privateKey = () => {
  const { kid, ...jwk } = findKey('holder')
  return jwk
}

const rejected: ResourceCase[] = [
  { name: 'a bound token as Bearer', draft: bound, proof: {}, expect: unproven('token_without_proof') },
  { name: 'a bound token without a proof', draft: bound, request: dpop, expect: unproven('token_without_proof') },
  {
    name: 'a token that is not bound, as DPoP',
    draft: { claims: access },
    request: dpop,
    proof: {},
    expect: unproven('token_wrong_proof'),
  },
  withProof('two proofs', [{}, { claims: { jti: 'proof-2' } }]),
  withProof('a proof of another key', { key: 'second' }),
  withProof('a proof with the key of another', { key: 'second', header: { jwk: readPublicKey(findKey('holder')) } }),
  withProof('a proof with a private key', { header: { jwk: privateKey() } }),
  withProof('a proof without a key', { header: { jwk: undefined } }),
  withProof('a proof with a key that is no object', { header: { jwk: 'holder' } }),
  withProof('a proof with a point that is on no curve', {
    header: { jwk: { ...readPublicKey(findKey('holder')), y: 'AQ' } },
  }),
  withProof('a proof with the key of another algorithm', { header: { alg: 'RS256' } }),
  withProof('a proof of the algorithm HS256', { header: { alg: 'HS256' } }),
  withProof('a proof of the algorithm none', { header: { alg: 'none' } }),
  withProof('a proof with a header that must be understood', { header: { crit: ['exp'], exp: 1 } }),
  withProof('a proof of another type', { header: { typ: 'JWT' } }),
  withProof('a proof without a type', { header: { typ: undefined } }),
  withProof('a proof for another token', { claims: { ath: 'bm90IHRoZSBoYXNoIG9mIHRoZSB0b2tlbiwgYnV0IGxvbmc' } }),
  withProof('a proof without the hash of the token', { claims: { ath: undefined } }),
  withProof('a proof for another method', { claims: { htm: 'GET' } }),
  withProof('the method of a proof in small letters', { claims: { htm: 'post' } }),
  withProof('a proof for another path', { claims: { htu: `${resource.resource}/1` } }),
  withProof('a proof for this path with a slash', { claims: { htu: `${resource.resource}/` } }),
  withProof('a proof for another host', { claims: { htu: 'https://evil.example/notes/mcp' } }),
  withProof('a proof for another port', { claims: { htu: 'https://mcp.example.com:8443/notes/mcp' } }),
  withProof('a proof for plain HTTP', { claims: { htu: 'http://mcp.example.com/notes/mcp' } }),
  withProof('a proof for a path', { claims: { htu: '/notes/mcp' } }),
  withProof('a proof without an ID', { claims: { jti: undefined } }),
  withProof('a proof with an empty ID', { claims: { jti: '' } }),
  withProof('a proof with a long ID', { claims: { jti: 'x'.repeat(257) } }),
  withProof('a proof with a space in its ID', { claims: { jti: 'proof 1' } }),
  withProof('an old proof', { claims: { iat: now - 301 } }),
  withProof('a proof of the future', { claims: { iat: now + 301 } }),
  withProof('a proof without a time', { claims: { iat: undefined } }),
  withProof('a proof whose time is text', { claims: { iat: `${now}` } }),
  withProof('a proof that has expired', { claims: { exp: now - 301 } }),
  withProof('a proof whose expiry is text', { claims: { exp: `${now + 60}` } }),
  withProof('a proof that is not valid yet', { claims: { nbf: now + 301 } }),
  withProof('a proof whose start is text', { claims: { nbf: `${now}` } }),
  withProof('a huge proof', { claims: { x: 'x'.repeat(4_096) } }),
  withProof('a proof that was changed', { change: (proof) => `${proof.slice(0, -8)}AAAAAAAA` }),
  withProof('text instead of a proof', { change: () => 'proof' }),
]

export const proofs: ResourceCase[] = [...accepted, ...rejected]
