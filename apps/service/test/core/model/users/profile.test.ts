import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CustomClaims, findClaimsProblem } from '../../../../src/core/model/users/custom-claims.ts'
import { findProfileProblem, type ProfileFields } from '../../../../src/core/model/users/profile.ts'

describe('custom claims', () => {
  const valid: CustomClaims[] = [
    {},
    { department: 'Engines', badge: 7, remote: true, manager: null },
    { 'https://example.com/roles': ['a', { b: { c: 1 } }] },
    { note: 'x'.repeat(4_085) },
  ]
  for (const claims of valid)
    test(`${JSON.stringify(claims).slice(0, 60)} are accepted`, () => {
      assert.equal(findClaimsProblem(claims), undefined)
    })

  const invalid: [CustomClaims, RegExp][] = [
    [{ '': 1 }, /^claims: "" is not the name of a claim/],
    [{ 'two words': 1 }, /"two words" is not the name of a claim/],
    [{ ['x'.repeat(65)]: 1 }, /is not the name of a claim/],
    [{ note: 'x'.repeat(4_086) }, /^claims: the JSON has 4097 bytes, and can have 4096$/],
    [{ note: 'ü'.repeat(2_048) }, /can have 4096/],
    [{ note: [[[[[]]]]] }, /"note" is nested more than 4 levels deep/],
    [{ note: 'a\0' }, /U\+0000/],
    [{ note: { '\ud800': 1 } }, /well-formed/],
    ...[
      'sub',
      'aud',
      'email',
      'email_verified',
      'groups',
      'birthdate',
      'cnf',
      'tokenType',
      'events',
      '_claim_names',
    ].map((name): [CustomClaims, RegExp] => [
      { [name]: 1 },
      new RegExp(`"${name}" is a claim of OpenID Connect or JWT`),
    ]),
    [JSON.parse('{"__proto__":{"admin":true}}') as CustomClaims, /"__proto__" is a claim/],
  ]
  for (const [claims, problem] of invalid)
    test(`${JSON.stringify(claims).slice(0, 60)} are rejected`, () => {
      assert.match(findClaimsProblem(claims) ?? '', problem)
    })
})

describe('profile fields', () => {
  const valid: ProfileFields[] = [
    {},
    { picture: 'https://example.com/ada.png?size=2', website: 'http://ada.example', locale: 'zh-Hant-TW' },
    { zoneinfo: 'America/Argentina/Buenos_Aires', locale: 'de' },
    { zoneinfo: 'UTC' },
  ]
  for (const fields of valid)
    test(`${JSON.stringify(fields)} is accepted`, () => {
      assert.equal(findProfileProblem(fields), undefined)
    })

  const invalid: [ProfileFields, RegExp][] = [
    [{ picture: 'http://example.com/ada.png' }, /^picture must/],
    [{ picture: 'data:image/png;base64,AA' }, /^picture must/],
    [{ picture: 'https://ada:secret@example.com/' }, /without credentials/],
    [{ website: 'javascript:alert(1)' }, /^website must/],
    [{ website: 'ada.example' }, /^website must/],
    [{ locale: 'en_GB' }, /^locale must/],
    [{ locale: '*' }, /^locale must/],
    [{ zoneinfo: 'Europe/Nowhere' }, /^zoneinfo must/],
    [{ zoneinfo: '+01:00' }, /^zoneinfo must/],
  ]
  for (const [fields, problem] of invalid)
    test(`${JSON.stringify(fields)} is rejected`, () => {
      assert.match(findProfileProblem(fields) ?? '', problem)
    })
})
