import assert from 'node:assert/strict'
import { attempt, type FuzzTarget } from '@thumbturn/testkit/fuzzing/target.ts'
import { judgeClientData } from '../../src/client-data/check.ts'
import { parseClientData } from '../../src/client-data/parse.ts'
import { WebAuthnError } from '../../src/index.ts'
import { registrationPolicy } from '../../src/policy.ts'
import { challenge, origin, registration } from '../ceremonies.ts'

const expected = {
  type: 'webauthn.create',
  challenge,
  origins: [origin],
  crossOrigin: true,
  topOrigins: ['https://top.example'],
  rpId: 'example.org',
} as const
const strict = registrationPolicy()
const lenient = registrationPolicy({ strictTypes: false, strictDuplicateKeys: false })

/** The names in the outermost object of valid JSON, by its tokens. */
function listNames(json: string): string[] {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[[\]{}:]/gs) ?? []
  let depth = 0
  return tokens.flatMap((token, index) => {
    if (token === '{' || token === '[') depth++
    if (token === '}' || token === ']') depth--
    return token === ':' && depth === 1 ? [JSON.parse(tokens[index - 1]!) as string] : []
  })
}

function judge(input: Buffer, policy: typeof strict) {
  const clientData = attempt(WebAuthnError, () => parseClientData(input, policy))
  const place = clientData && attempt(WebAuthnError, () => judgeClientData(clientData, expected as never, policy))
  return { clientData, place }
}

export const target: FuzzTarget = {
  promise:
    'client data are parsed or rejected by a WebAuthnError; those of an object are parsed if and only if they have one value for each name, and accepted ones are of the expected type, challenge, and origin',
  sources: ['packages/webauthn/src/client-data/*.ts'],
  seeds: [
    Buffer.from(registration().response.clientDataJSON, 'base64url'),
    JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: true, topOrigin: 'https://top.example' }),
    '{"type":"webauthn.create","tokenBinding":{"status":"present","id":"x"},"a":[{"b":"\\"}"}],"a":"\\u0061"}',
  ],
  words: [challenge, origin, '"topOrigin":', '"tokenBinding":{"status":"supported"}', '\\u0022', '\ufeff'],
  isJson: true,
  run(input) {
    const { clientData, place } = judge(input, strict)
    const other = judge(input, lenient).clientData
    if (!other) return false
    const names = listNames(input.toString())
    assert.equal(clientData !== undefined, new Set(names).size === names.length)
    if (!clientData) return false
    assert.deepEqual(other, clientData)
    if (place)
      assert.deepEqual([clientData.type, clientData.challenge, place.origin], [expected.type, challenge, origin])
    return place !== undefined
  },
  planted: {
    without: 'the search for the end of an escape before a quotation mark',
    file: 'packages/webauthn/src/client-data/count-fields.ts',
    check: 'while (json.charCodeAt(before - 1) === backslash) before--',
    instead: 'if (json.charCodeAt(before - 1) === backslash) before--',
  },
}
