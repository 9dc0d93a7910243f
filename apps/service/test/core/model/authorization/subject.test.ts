import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { toSubject } from '../../../../src/core/model/authorization/subject.ts'

const keyed = (purpose: string, text: string) => createHmac('sha256', purpose).update(text).digest()
const client = { appId: 'shop', subjectType: 'pairwise' as const, redirectUris: ['https://a.example.com/callback'] }
const subject = (changes: object = {}, userId = 'ada') => toSubject({ keyed }, { ...client, ...changes }, userId)

test('a public subject is the user ID', () => {
  assert.equal(subject({ subjectType: 'public' }), 'ada')
})

test('a pairwise subject is the same for the clients of a host, however they return to it', () => {
  assert.match(subject(), /^[\w-]{43}$/)
  assert.equal(subject(), subject({ redirectUris: ['https://A.EXAMPLE.com:8443/other', 'https://b.example.com/'] }))
  assert.equal(subject(), subject({ sector: 'a.example.com', redirectUris: ['https://b.example.com/'] }))
})

test('a pairwise subject differs by user, host, application, and installation', () => {
  const others = [
    subject({}, 'bob'),
    subject({ redirectUris: ['https://b.example.com/callback'] }),
    subject({ sector: 'example.com' }),
    subject({ appId: 'bank' }),
    toSubject({ keyed: (purpose, text) => keyed(`other ${purpose}`, text) }, client, 'ada'),
    // Without separators, these would be alike.
    subject({ sector: 'a.example.co' }, 'mada'),
  ]
  assert.equal(new Set([subject(), ...others]).size, others.length + 1)
})

test('a client without host and sector has no pairwise subjects', () => {
  for (const redirectUris of [[], ['com.example.app:/callback']])
    assert.throws(() => subject({ redirectUris }), /needs a redirect URI with a host, or a sector/)
})
