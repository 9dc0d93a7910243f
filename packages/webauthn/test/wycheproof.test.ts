import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { algorithms } from '../src/cose/algorithms.ts'
import { isSignedBy } from '../src/cose/signature.ts'

type Result = 'valid' | 'invalid' | 'acceptable'
/** Tests with one key (SPKI); each is an ID, a message, a signature, and a result. Bytes are in base64. */
type Group = {
  set: string
  algorithm: number
  key: string
  tests: [id: number, data: string, signature: string, Result][]
}

const file = new URL('fixtures/wycheproof.jsonl', import.meta.url)
const groups = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as Group)

const bytes = (text: string) => Buffer.from(text, 'base64')

// The only acceptable one is an RSA signature whose DigestInfo lacks NULL, which RFC 8017 §A.2.4 allows verifiers to accept.
for (const { set, algorithm, key, tests } of groups) {
  for (const [id, data, signature, result] of tests) {
    test(`Wycheproof ${set} ${id} is ${result}`, () => {
      const spki = { key: bytes(key), format: 'der', type: 'spki' } as const
      const claim = { algorithm: algorithms.get(algorithm)!, data: bytes(data), signature: bytes(signature) }
      assert.equal(isSignedBy(spki, claim), result === 'valid')
    })
  }
}
