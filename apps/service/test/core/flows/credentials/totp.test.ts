import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findTotpStep,
  generateTotp,
  toBase32,
  toOtpauthUri,
  toTotpStep,
} from '../../../../src/core/flows/credentials/totp.ts'

// The key of RFC 4226, appendix D and RFC 6238, appendix B.
const secret = Buffer.from('12345678901234567890')

test('counters produce the codes of RFC 4226, appendix D', () => {
  const codes = ['755224', '287082', '359152', '969429', '338314', '254676', '287922', '162583', '399871', '520489']
  for (const [counter, code] of codes.entries()) assert.equal(generateTotp(secret, counter), code)
})

test('times produce the last six digits of RFC 6238, appendix B, including leading zeros', () => {
  for (const [seconds, code] of [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const)
    assert.equal(generateTotp(secret, toTotpStep(seconds * 1000)), code)
})

test('codes of the current step and its neighbors match, and no other code or malformed value does', () => {
  const at = 1_111_111_111_000
  const now = toTotpStep(at)
  for (const step of [now - 1, now, now + 1]) assert.equal(findTotpStep(secret, generateTotp(secret, step), at), step)
  for (const step of [now - 2, now + 2]) assert.equal(findTotpStep(secret, generateTotp(secret, step), at), undefined)
  for (const wrong of ['', '12345', 'ééé', '000000']) assert.equal(findTotpStep(secret, wrong, at), undefined)
})

test('secrets are encoded as in RFC 4648, section 10, and the key URI escapes user and application names', () => {
  for (const [plain, text] of [
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const)
    assert.equal(toBase32(Buffer.from(plain)), text)
  const uri = toOtpauthUri({ issuer: 'Ada & Co', username: 'a:b?c@example.com', secret: Buffer.from('foobar') })
  assert.equal(uri, 'otpauth://totp/Ada%20%26%20Co:a%3Ab%3Fc%40example.com?secret=MZXW6YTBOI&issuer=Ada%20%26%20Co')
})
