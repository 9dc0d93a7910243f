import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { openBytes, sealBytes } from '../../src/adapters/sealed-box.ts'

const key = randomBytes(32)
const sealed = (text: string) => sealBytes(key, Buffer.from(text), { about: 'a test', iv: randomBytes(12) })

test('what was sealed is opened with its key and purpose, even if it is empty', () => {
  for (const text of ['', 'x', 'a longer text']) assert.equal(openBytes(key, sealed(text), 'a test')?.toString(), text)
})

test('nothing else is opened: not with another key or purpose, changed, or cut', () => {
  const box = sealed('text')
  assert.equal(openBytes(randomBytes(32), box, 'a test'), undefined)
  assert.equal(openBytes(key, box, 'another test'), undefined)
  for (let at = 0; at < box.length; at++) {
    assert.equal(openBytes(key, Buffer.from(box.with(at, box[at]! ^ 1)), 'a test'), undefined)
    assert.equal(openBytes(key, box.subarray(0, at), 'a test'), undefined)
  }
})
