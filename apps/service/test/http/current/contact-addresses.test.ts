import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listContacts, profile, useCodes } from '@thumbturn/service-harness/codes.ts'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { apiKey, assertRejected, readBody, signUpUser } from '@thumbturn/service-harness/situations.ts'

const noEmail = {
  status: 400,
  msg: '`email` must be exactly one email address, such as ada@example.com.',
  msgCode: 'bad_request',
}
const noPhone = {
  status: 400,
  msg: 'The phone number must be one international number without extension, such as +4930123456, and not premium-rate',
  msgCode: 'bad_request',
}

/** The texts that count as one email address or one phone number. */
anyEngine('contact addresses', (fresh) => {
  const running = useCodes(fresh)

  for (const text of ['ada@example.com,eve@example.com', 'Ada <ada@example.com>', 'ada@localhost', 'аda@example.com']) {
    test(`"${text}" is not a valid email address`, async () => {
      const service = running()
      const { userId } = await signUpUser(service)
      const { setEmail } = await profile(service)
      assertRejected(await setEmail(userId, text), noEmail)
      assert.deepEqual(await listContacts(service, userId), [])
    })
  }

  for (const [text, address] of [
    ['Ada.Lovelace+x@Example.COM', 'Ada.Lovelace+x@example.com'],
    [' ada@bücher.example ', 'ada@xn--bcher-kva.example'],
    ['ada＠example.com', 'ada@example.com'],
    ['ada@example.com.', 'ada@example.com'],
  ] as const) {
    test(`"${text}" is normalized to ${address}`, async () => {
      const service = running()
      const { userId } = await signUpUser(service)
      const { setEmail } = await profile(service)
      readBody(await setEmail(userId, text), 204)
      assert.deepEqual((await listContacts(service, userId))[0]?.address, address)
    })
  }

  for (const text of [
    '030 123456',
    '+49 160 20000000 ext. 5',
    '+1 900 555 1234',
    '+4916020000000,+4916020000001',
    '+49 (30) 901820 / +49 (30) 901821',
    '+49_30_901820',
    '()',
  ]) {
    test(`"${text}" is not a valid phone number`, async () => {
      const service = running()
      const { userId } = await signUpUser(service)
      const { setPhone } = await profile(service)
      assertRejected(await setPhone(userId, text), noPhone)
    })
  }

  test('every spelling of a phone number refers to the same number', async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { setPhone } = await profile(service)
    for (const text of [
      '+49 30 901820',
      '0049-30-901820',
      '+4930901820',
      '＋４９３０９０１８２０',
      '+49.30.901820',
      '+49 (30) 901820',
      '+49 (0)30 / 90 18 20',
      '(00 49) 30 – 90‑18‑20',
      '+49\u00a030\u202f901820',
    ])
      readBody(await setPhone(userId, text, { requestVerification: false }), 204)
    assert.deepEqual(await listContacts(service, userId), [{ kind: 'phone', address: '+4930901820', verified: true }])
  })

  test('a phone number with punctuation identifies its user wherever a username does', async () => {
    const service = running()
    const { userId } = await signUpUser(service)
    const { setPhone } = await profile(service)
    readBody(await setPhone(userId, '+49 (30) 90.18.21', { requestVerification: false }), 204)
    const { text: token } = await apiKey(service, ['user:read'])
    for (const username of ['+49 (30) 90-18-21', '0049.30.901821', '+4930901821']) {
      const found = await service.ask('GET', `/mgmt/users/find?username=${encodeURIComponent(username)}`, { token })
      assert.equal(readBody<{ user: { userId: string } }>(found).user.userId, userId, username)
    }
  })
})
