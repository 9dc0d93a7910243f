import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { chooseHash, hash } from '../src/hash.ts'

test('the digest is the same where Node has no one-shot hash', () => {
  const older = chooseHash({ createHash })
  for (const algorithm of ['sha1', 'sha256', 'sha384', 'sha512'])
    for (const data of ['', 'text', Buffer.of(0, 255)]) assert.deepEqual(older(algorithm, data), hash(algorithm, data))
})
