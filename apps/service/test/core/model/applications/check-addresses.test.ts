import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApplicationSettings } from '@thumbturn/contract/vocabulary/application-settings.ts'
import { application } from '@thumbturn/service-harness/store-situations.ts'
import type { Application } from '../../../../src/core/model/applications/application.ts'
import { findProblems } from '../../../../src/core/use-cases/applications/check.ts'

const shop = { rpId: 'example.com', origins: ['https://example.com'] }
const hash = 'FG3pg8VzBlDY7rmVL_xkFqCDQuYdvqiKBJayP89EwOU'
const chrome = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`
const firefox = `moz-extension://${'abcdefghijklmnop'.repeat(4)}`

type Addresses = Partial<Pick<Application, 'rpId' | 'origins' | 'baseUrl'>> & {
  settings?: Partial<ApplicationSettings>
}

function listProblems({ settings, ...fields }: Addresses): string[] {
  const usual = application('shop', { ...shop, ...fields })
  return findProblems({ ...usual, settings: { ...usual.settings, ...settings } })
}

const origins = (...list: string[]) => ({ origins: list })
const topOrigins = (...list: string[]) => ({ settings: { topOrigins: list } })
const paymentOrigins = (...list: string[]) => ({ settings: { paymentOrigins: list } })
const relatedOrigins = (...list: string[]) => ({ settings: { relatedOrigins: list } })

for (const [value, expected] of [
  ['https://*.example.com', 'origins have no wildcards: list each'],
  ['*', 'origins have no wildcards: list each'],
  ['null', 'sandboxed frames and local files report it, also those of attackers: serve the page from a domain'],
  ['file://', 'such pages cannot use passkeys: serve the page from a domain'],
  ['shop.example.com', 'use https://shop.example.com'],
  ['//shop.example.com', 'use https://shop.example.com'],
  ['http://shop.example.com', 'use https://shop.example.com'],
  ['HTTPS://Shop.Example.com', 'use https://shop.example.com'],
  ['https://shop.example.com/', 'use https://shop.example.com'],
  ['https://shop.example.com/sign-in?a#b', 'use https://shop.example.com'],
  ['https://shop.example.com:443', 'use https://shop.example.com'],
  ['https://shop.example.com.', 'use https://shop.example.com'],
  ['https://shop.example.com.:8443', 'use https://shop.example.com:8443'],
  ['https://ada:secret@shop.example.com', 'use https://shop.example.com'],
  [' https://shop.example.com ', 'use https://shop.example.com'],
  ['https://bücher.example.com', 'use https://xn--bcher-kva.example.com'],
  ['http://127.0.0.1:3000', 'use http://localhost:3000'],
  ['http://[::1]:3000', 'use http://localhost:3000'],
  ['localhost:3000', 'use http://localhost:3000'],
  [`${chrome}/popup.html`, `use ${chrome}`],
  ['capacitor://localhost/', 'use capacitor://localhost'],
  ['https://$(reboot).example.com', 'it must be https://host[:port]'],
  ['https://', 'it must be https://host[:port]'],
  ['chrome-extension://shop', 'it must be https://host[:port]'],
  [`android:apk-key-hash:${hash.slice(0, 42)}V`, 'an Android app is android:apk-key-hash: and the SHA-256'],
  [
    'android:apk-key-hash:14:6D:E9:83:C5:73:06:50:D8:EE:B9:95:2F:34:FC:64:16:A0:83:42:E6:1D:BE:A8:8A:04:96:B2:3F:CF:44:E5',
    'an Android app is android:apk-key-hash: and the SHA-256',
  ],
  ['ios:bundle-id:com.example.shop', 'Apple apps report the origin of the RP ID'],
  [
    'moz-extension://0a1b2c3d-0000-4000-8000-0a1b2c3d4e5f',
    "Firefox reports moz-extension:// and the SHA-256 of the add-on's ID",
  ],
  ['safari-web-extension://0A1B2C3D-0000-4000-8000-0A1B2C3D4E5F', 'extensions of Safari cannot use an RP ID'],
] as const) {
  test(`the origin ${value} is rejected, because nothing reports it`, () => {
    const [problem = ''] = listProblems(origins(value))
    assert.ok(problem.startsWith(`origin "${value}": ${expected}`), problem)
    for (const list of [topOrigins, paymentOrigins, relatedOrigins])
      assert.match(listProblems(list(value))[0] ?? '', /^\w+ origin "/)
  })

  const [, suggested] = /use (\S+)$/.exec(expected) ?? []
  if (suggested !== undefined)
    test(`the origin ${suggested}, which is suggested for ${value}, is accepted`, () => {
      const rpId = /example\.com/.test(suggested) ? 'example.com' : 'localhost'
      assert.deepEqual(listProblems({ rpId, origins: [suggested] }), [])
    })
}

for (const value of [`android:apk-key-hash:${hash}`, chrome, firefox, 'capacitor://localhost', 'tauri://localhost'])
  test(`the origin ${value} is accepted`, () => {
    assert.deepEqual(listProblems(origins(value, 'https://example.com')), [])
  })

for (const [given, expected] of [
  [
    { rpId: 'localhost', ...origins('http://app.localhost:3000') },
    /is below localhost, where .*: use http:\/\/localhost:3000, or an application with the RP ID app\.localhost$/,
  ],
  [{ rpId: 'intranet', ...origins('https://app.intranet') }, /is below intranet, .*: use https:\/\/intranet, /],
  [origins('https://192.0.2.7'), /has an IP address, and passkeys need a domain: use one below example\.com$/],
  [
    origins('https://example.com.evil.net'),
    /is not example\.com or below it, .* remove it, or make it a related origin$/,
  ],
  [topOrigins('capacitor://localhost'), /^top origin "capacitor:\/\/localhost" must be https/],
  [topOrigins(`android:apk-key-hash:${hash}`), /^top origin .* must be https/],
  [paymentOrigins(chrome), /^payment origin .* must be https/],
  [relatedOrigins(chrome), /^related origin .* must be https/],
  [relatedOrigins('https://shop.example.com'), /is example\.com or below it: add it to the origins$/],
  [relatedOrigins('https://192.0.2.7'), /must be on a domain, such as https:\/\/example\.net: browsers ignore others$/],
  [relatedOrigins('https://intranet'), /must be on a domain/],
  [relatedOrigins('http://localhost:3000'), /must be on a domain/],
] as const satisfies [Addresses, RegExp][])
  test(`an application with ${JSON.stringify(given)} is rejected`, () => {
    const [problem = '', ...more] = listProblems(given)
    assert.match(problem, expected)
    assert.deepEqual(more, [])
  })

for (const [value, meant] of [
  ['https://example.com', 'example.com'],
  ['Example.com', 'example.com'],
  ['example.com:8443', 'example.com'],
  ['example.com.', 'example.com'],
  ['.example.com', 'example.com'],
  ['*.example.com', 'example.com'],
  ['example.com/sign-in', 'example.com'],
  ['bücher.example', 'xn--bcher-kva.example'],
  ['192.0.2.7', 'example.com or localhost'],
  ['exa mple', 'example.com or localhost'],
])
  test(`the RP ID ${value} is rejected, and ${meant} suggested`, () => {
    const [problem] = listProblems({ rpId: value })
    assert.equal(
      problem,
      `RP ID "${value}" must be a domain without scheme and port, and no IP address, such as ${meant}`,
    )
  })

for (const [value, meant] of [
  ['https://Auth.example.com', 'https://auth.example.com'],
  ['https://auth.example.com/', 'https://auth.example.com'],
  ['https://auth.example.com/a//', 'https://auth.example.com/a'],
  ['https://auth.example.com.', 'https://auth.example.com'],
  ['https://auth.example.com:443/a', 'https://auth.example.com/a'],
  ['https://auth.example.com?a=b', 'https://auth.example.com'],
  ['https://auth.example.com#a', 'https://auth.example.com'],
  ['https://ada@auth.example.com', 'https://auth.example.com'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['auth.example.com', 'https://auth.example.com'],
  ['ftp://auth.example.com', undefined],
  ['https://*.example.com', undefined],
] as const)
  test(`the base URL ${value} is rejected${meant === undefined ? '' : `, and ${meant} suggested`}`, () => {
    const [problem = ''] = listProblems({ baseUrl: value })
    const suggestion = meant === undefined ? '' : `: use ${meant}`
    assert.ok(problem.endsWith(`without / at the end${suggestion}`), problem)
    if (meant !== undefined) assert.deepEqual(listProblems({ baseUrl: meant }), [])
  })

for (const [settings, expected] of [
  [{ emailLinkUrl: 'https://EXAMPLE.com/sign-in' }, /such as https:\/\/example\.com\/sign-in, and without #$/],
  [{ emailLinkUrl: 'https://example.com' }, /such as https:\/\/example\.com\/, and/],
  [{ emailLinkUrl: 'https://example.com/a#b' }, /such as https:\/\/example\.com\/a, and/],
  [{ emailLinkUrl: 'https://evil.example/sign-in' }, /such as https:\/\/example\.com\/sign-in, and/],
  [{ passkeyEnrollUrl: 'https://example.com:443/a' }, /by https: use https:\/\/example\.com\/a$/],
  [{ passkeyManageUrl: 'https://ada:secret@example.com/a' }, /by https: use https:\/\/example\.com\/a$/],
  [{ prfUsageUrl: 'https://evil.example/a' }, /by https$/],
] as const)
  test(`the page ${JSON.stringify(settings)} is rejected`, () => {
    const { origins } = { origins: [`android:apk-key-hash:${hash}`, 'https://example.com'] }
    assert.match(listProblems({ origins, settings }).join('; '), expected)
  })
