import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type Format, formats } from '@thumbturn/contract'
import { anyEngine } from '@thumbturn/service-harness/engines.ts'
import { type Dashboard, newMember } from '@thumbturn/service-harness/members.ts'
import { useService } from '@thumbturn/service-harness/service.ts'
import { assertRejected } from '@thumbturn/service-harness/situations.ts'
import { formatChecks } from '../../src/http/formats.ts'

const texts: Record<Format, { accepted: string[]; rejected: string[] }> = {
  date: {
    accepted: ['1970-01-01', '2024-02-29', '2026-11-20', '9999-12-31'],
    rejected: [
      '',
      '1969-12-31',
      '2026-02-29',
      '2026-11-31',
      '2026-13-01',
      '2026-11-2',
      '20261120',
      '2026-11-20T00:00:00Z',
    ],
  },
  'date-time': {
    accepted: [
      '1960-01-01T00:00:00Z',
      '2026-11-20T09:30:00.000Z',
      '2026-11-20t09:30:00z',
      '2026-11-20T09:30:00.123456-05:00',
    ],
    rejected: [
      '',
      '2026-11-20',
      '2026-11-20T09:30',
      '2026-11-20T09:30:00',
      '2026-02-30T09:30:00Z',
      '2026-11-20T24:30:00Z',
      '2026-12-31T23:59:60Z',
    ],
  },
  email: {
    accepted: ['ada@example.com', ' Ada@Example.com ', 'ada@bücher.example', 'ada+news@mail.example.com.'],
    rejected: [
      '',
      'ada',
      'ada@',
      'ada@localhost',
      'ada@example.com, eve@example.com',
      'Ada <ada@example.com>',
      'ada@[127.0.0.1]',
    ],
  },
  uri: {
    accepted: ['https://example.com', 'http://localhost:4300/path?query'],
    rejected: ['', 'example.com', '//example.com', 'https://', 'https://[::1', 'https://exa mple.com'],
  },
  'time-zone': {
    accepted: ['UTC', 'Europe/Berlin', 'Asia/Calcutta', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'],
    rejected: ['', 'Berlin', 'Europe/Atlantis', 'Europe/Berlin ', 'CEST', '2026'],
  },
}

for (const [format, { accepted, rejected }] of Object.entries(texts)) {
  test(`the format ${format} is ${formats[format as Format]}`, () => {
    const check = formatChecks[format as Format]
    for (const text of accepted) assert.equal(check(text), true, text)
    for (const text of rejected) assert.equal(check(text), false, text)
  })
}

const provider = { id: 'okta', name: 'Okta', clientId: 'x', clientSecret: 'x' }
const summary = '/applications/demo/analytics/summary'
const issuer = '`discoveryUrl` must be a URL that begins with https://, without credentials, query, and fragment.'

/** Calls whose text has another format than the document says, and the message that explains it. */
const calls: [path: string, body: object | undefined, sentence: string][] = [
  [`${summary}?from=1969-12-31`, undefined, 'The query parameter `from` must be a day since 1970, such as 2026-11-20.'],
  [`${summary}?to=2026-02-30`, undefined, 'The query parameter `to` must be a day since 1970, such as 2026-11-20.'],
  [
    `${summary}?timeZone=Mars`,
    undefined,
    'The query parameter `timeZone` must be an IANA time zone, such as Europe/Berlin.',
  ],
  [
    '/audit?since=2026-12-31T23:59:60Z',
    undefined,
    'The query parameter `since` must be a time, such as 2026-11-20T09:30:00Z.',
  ],
  ['/sso-providers', { ...provider, discoveryUrl: 'https://example.com?tenant=1' }, issuer],
  ['/sso-providers', { ...provider, discoveryUrl: 'https://user@example.com' }, issuer],
  ['/sso/start', {}, 'Send either `provider` or `email`.'],
  ['/sso/start', { provider: 'okta', email: 'ada@example.com' }, 'Send either `provider` or `email`.'],
  ['/sso/start', { email: 'ada' }, '`email` must be exactly one email address, such as ada@example.com.'],
  ['/session/sso', { purpose: 'link' }, '`provider` is required.'],
  ['/session/sso', { purpose: 'sign' }, '`purpose` must be `confirm` or `link`.'],
]

anyEngine('formats', (fresh) => {
  const service = useService(fresh)
  let owner: Dashboard
  before(async () => {
    owner = await newMember(service())
  })

  for (const [path, body, msg] of calls) {
    test(`${path} ${JSON.stringify(body) ?? ''} is rejected with the expected format`, async () => {
      const response = await owner.ask(body === undefined ? 'GET' : 'POST', path, body === undefined ? {} : { body })
      assertRejected(response, { status: 400, msg, msgCode: 'bad_request' })
    })
  }

  test('If-Match is one ETag or a star', async () => {
    const change = (ifMatch: string) =>
      owner.ask('PATCH', '/applications/demo', { body: { name: 'Demo' }, headers: { 'if-match': ifMatch } })
    for (const ifMatch of ['3', '"3", "4"', '"three"', 'W/*', '""'])
      assertRejected(await change(ifMatch), {
        status: 400,
        msg: 'If-Match must be a single ETag of the application, such as "3", or *',
        msgCode: 'bad_request',
      })
    const { version } = (await owner.ask('GET', '/applications/demo')).body as { version: number }
    for (const ifMatch of [`"${version}"`, '*']) assert.equal((await change(ifMatch)).status, 200, ifMatch)
  })
})
