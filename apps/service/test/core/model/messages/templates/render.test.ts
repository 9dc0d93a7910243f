import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locales } from '@thumbturn/contract/vocabulary/locales.ts'
import { type TemplateName, templateNames } from '@thumbturn/contract/vocabulary/message-templates.ts'
import { application } from '@thumbturn/service-harness/store-situations.ts'
import type { ComposedMessage } from '../../../../../src/core/model/messages/draft.ts'
import type { Mail } from '../../../../../src/core/model/messages/rendered-message.ts'
import { render } from '../../../../../src/core/model/messages/templates/render.ts'

const code = { code: '012345', minutes: '10' }
const everything = {
  passkey: 'iCloud Keychain',
  device: 'Safari, iPhone',
  before: 'a…@example.com',
  after: 'b…@example.com',
  at: String(Date.UTC(2027, 2, 14, 12)),
}
const link = { link: 'https://shop.example.com/sign-in#step=sign-in&otp=012345', minutes: '10' }
const isCode = (template: TemplateName = 'code') => template === 'code' || template === 'verify-contact'

const shop = application('shop', { name: 'Ye Shoppe' })
const letter = (changes: Partial<ComposedMessage> = {}): ComposedMessage => ({
  channel: 'email',
  to: 'ada@example.com',
  template: 'code',
  locale: 'en-US',
  values: isCode(changes.template) ? code : changes.template === 'link' ? link : everything,
  ...changes,
})
const mail = (changes: Partial<ComposedMessage> = {}, of = shop) => render(of, letter(changes), 'm1') as Mail
const text = (changes: Partial<ComposedMessage>, of = shop) =>
  render(of, letter({ channel: 'sms', ...changes }), 'm1').text

for (const locale of locales) {
  for (const template of [...templateNames, 'account-linked'] as const) {
    test(`${template} in ${locale} is complete in every format`, () => {
      const { subject, text: plain, html, senderName } = mail({ locale, template })
      assert.equal(senderName, 'Ye Shoppe')
      for (const channel of ['sms', 'voice'] as const) assert.match(text({ locale, template, channel }), /Ye Shoppe/)
      for (const said of [subject, plain, html]) {
        assert.match(said, /Ye Shoppe/)
        assert.doesNotMatch(said, /\{\w+\}|undefined/)
      }
      assert.doesNotMatch(subject, /012345|[\r\n]/)
      assert.equal(plain.includes('012345'), isCode(template) || template === 'link')
      assert.match(html, new RegExp(`<html lang="${locale}">`))
      assert.doesNotMatch(html, /<img|src=|url\(|<script|@import/i)
      const links = [...html.matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, href]) => href)
      assert.deepEqual(links, template === 'link' ? [link.link.replaceAll('&', '&#38;')] : [])
      assert.equal(plain.includes(link.link), template === 'link')
    })
  }
}

test('a missing value omits its row, and a code is required', () => {
  const { device, ...without } = everything
  assert.match(mail({ template: 'passkey-added' }).text, /Device: Safari, iPhone/)
  assert.doesNotMatch(mail({ template: 'passkey-added', values: without }).text, /Device/)
  assert.throws(() => mail({ values: { code: '012345' } }), /the value minutes is missing/)
})

test("an SMS ends with the domain-bound code if the application has a domain, and a notice doesn't", () => {
  assert.match(text({}), /\n@example\.com #012345$/)
  assert.doesNotMatch(text({}, { ...shop, rpId: 'localhost' }), /@/)
  assert.doesNotMatch(text({ template: 'passkey-added' }), /@/)
  assert.match(text({ channel: 'voice' }), /0, 1, 2, 3, 4, 5/)
})

const names = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '&lt;b&gt;',
  '</title><a href="https://evil.example">click</a>',
  '{code} {app} {constructor} $& $1',
]
for (const name of names) {
  test(`the name ${name} is shown verbatim, and never as markup`, () => {
    const {
      html,
      text: plain,
      subject,
    } = mail({ template: 'passkey-added', values: { ...everything, passkey: name, device: name } }, { ...shop, name })
    const inert = (shown: string) => shown.replaceAll('\u200b', '')
    assert.doesNotMatch(html, /<script|<img|<a\b|<b>/)
    const read = inert(html).replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    assert.equal(read.split(name).length - 1, 6, 'app name three times, passkey, device and advice')
    assert.ok(inert(plain).includes(name))
    assert.ok(inert(subject).includes(name))
    // Every remaining < starts or ends one of our own elements.
    const elements = html.match(/<\/?[a-z0-9]+|<!doctype/g)!
    assert.equal(html.split('<').length - 1, elements.length)
  })
}

for (const name of [
  'https://evil.example/x',
  'Visit www.evil.example now',
  'evil.example',
  'mail eve@evil.example',
  'evil。example',
]) {
  test(`mail clients can't turn the name ${name}, which a user chose, into a link`, () => {
    const texts = { subject: 'Your passkey {passkey}' }
    const values = { ...everything, passkey: name }
    const { html, text: plain, subject } = mail({ template: 'passkey-added', values, texts })
    for (const said of [html, plain, subject]) {
      assert.doesNotMatch(said, /:\/\/|www\.\w|evil[.。]example|@evil/)
      assert.ok(said.replaceAll('\u200b', '').includes(name))
    }
  })
}

for (const name of [
  'Shop.example',
  'Acme, Inc.',
  'The "Best" Shop: Mugs & more',
  'Zoë @ Home',
  '山田商店。東京',
  '👩\u200d🚀 Space',
  'کتاب\u200cخانه',
  'مقهى.شبكة',
  'x'.repeat(128),
])
  test(`the application's name ${name.slice(0, 40)} arrives unchanged in every channel`, () => {
    const named = { ...shop, name }
    const { senderName, subject, text: plain, html } = mail({}, named)
    assert.equal(senderName, name)
    assert.equal(subject, `Your code for ${name}`)
    assert.ok(plain.includes(`continue at ${name}.`))
    const read = html.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    assert.ok(read.includes(`>${name}</p>`))
    for (const channel of ['sms', 'voice'] as const) assert.ok(text({ channel }, named).includes(name))
  })

test('the name of an application is on one line, and changes the direction of no text around it', () => {
  for (const name of ['A\r\nBcc: eve@evil.example', 'A\u2028B', 'A\u202eB\u2066', '\u0000\u001b[31m'])
    for (const said of [mail({}, { ...shop, name }).subject, mail({}, { ...shop, name }).senderName])
      assert.doesNotMatch(said, /[\p{Cc}\p{Zl}\p{Zp}\u202e\u2066]/u)
})

test('a name with many lines, of any length, or with hidden characters becomes one short line', () => {
  const texts = { subject: '{passkey}' }
  for (const name of [
    'A\r\nBcc: eve@evil.example',
    'A\u2028B',
    'A\u202eB\u200b',
    'x'.repeat(10_000),
    '\u0000\u001b[31m',
  ]) {
    const values = { ...everything, passkey: name }
    const { subject } = mail({ template: 'passkey-added', values, texts })
    assert.doesNotMatch(subject, /[\p{Cc}\p{Zl}\p{Zp}\u202e]/u)
    assert.ok(subject.replaceAll('\u200b', '').length <= 64, subject)
  }
})
