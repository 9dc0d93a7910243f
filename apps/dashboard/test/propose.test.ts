import assert from 'node:assert/strict'
import { test } from 'node:test'
import { proposeFor } from '../src/applications/propose.ts'
import { proposeId } from '../src/ui/propose-id.ts'

test('a domain becomes the RP ID, and its https origin is allowed', () => {
  for (const address of ['shop.example.com', 'https://shop.example.com/sign-in', ' https://shop.example.com '])
    assert.deepEqual(proposeFor(address), {
      rpId: 'shop.example.com',
      origins: ['https://shop.example.com'],
      isDevelopment: false,
    })
})

test('www is left out of the RP ID, and both origins are allowed', () => {
  assert.deepEqual(proposeFor('www.example.com'), {
    rpId: 'example.com',
    origins: ['https://www.example.com', 'https://example.com'],
    isDevelopment: false,
  })
})

test('localhost keeps its port, over http', () => {
  const origins = ['http://localhost:3000']
  assert.deepEqual(proposeFor('localhost:3000'), { rpId: 'localhost', origins, isDevelopment: true })
})

for (const address of ['', 'shop', 'http://example.com', '192.168.1.10', 'https://', 'ftp://example.com'])
  test(`"${address}" gets no proposal`, () => assert.equal(proposeFor(address), undefined))

test('an ID consists of what addresses allow', () => {
  assert.equal(proposeId('The Daily Blog!'), 'the-daily-blog')
  assert.equal(proposeId('Café  Ångström'), 'cafe-angstrom')
  assert.equal(proposeId('日本'), '')
  assert.equal(proposeId(`${'a'.repeat(62)} b`), 'a'.repeat(62))
})
