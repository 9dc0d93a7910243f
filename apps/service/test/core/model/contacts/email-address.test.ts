import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseEmailAddress } from '../../../../src/core/model/contacts/email-address.ts'

for (const [text, address] of [
  ['ada@example.com', 'ada@example.com'],
  ['Ada.Lovelace+keys@Example.COM', 'Ada.Lovelace+keys@example.com'],
  ["o'neil=x/y@mail.example.co.uk", "o'neil=x/y@mail.example.co.uk"],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@例え.テスト', 'ada@xn--r8jz45g.xn--zckzah'],
  // A Cyrillic а: a different domain from the one it resembles, and displayed as such.
  ['ada@ex\u0430mple.com', 'ada@xn--exmple-4nf.com'],
  [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
] as const) {
  test(`${text} is one recipient`, () => assert.equal(parseEmailAddress(text), address))
}

for (const [what, text] of [
  ['two addresses by a comma', 'ada@example.com,eve@evil.example'],
  ['two addresses by a semicolon', 'ada@example.com;eve@evil.example'],
  ['two addresses by a space', 'ada@example.com eve@evil.example'],
  ['two at signs', 'ada@evil.example@example.com'],
  ['a line break and a header', 'ada@example.com\r\nBcc: eve@evil.example'],
  ['a line break alone', 'ada@example.com\n'],
  ['a header in the local part', 'ada\r\nBcc:eve@evil.example\r\n@example.com'],
  ['an encoded line break', 'ada%0aBcc:eve@example.com'],
  ['an encoded line break in the domain', 'ada@example.com%0aevil'],
  ['a quoted local part with an address inside', '"a@evil.example"@example.org'],
  ['a quoted local part', '"ada lovelace"@example.com'],
  ['angle brackets', '<ada@example.com>'],
  ['a name before angle brackets', 'Ada <ada@example.com>'],
  ['a group', 'friends:ada@example.com,eve@evil.example;'],
  ['a source route', '@evil.example:ada@example.com'],
  ['a percent route', 'ada%evil.example@localhost'],
  ['a bang path', 'evil.example!ada'],
  ['a comment', 'ada(eve@evil.example)@example.com'],
  ['an encoded word', '=?utf-8?q?ada=40evil.example=2c?=@'],
  ['an address literal', 'ada@[127.0.0.1]'],
  ['an IP address', 'ada@127.0.0.1'],
  ['a number that is an IP address', 'ada@2130706433'],
  ['a host without a dot', 'ada@localhost'],
  ['a dot at the end', 'ada@example.com.'],
  ['a dot at the start of the local part', '.ada@example.com'],
  ['two dots', 'ada..lovelace@example.com'],
  ['a label that ends in a hyphen', 'ada@example-.com'],
  ['an ideographic full stop', 'ada@example。com'],
  ['a zero-width space in the domain', 'ada@exam\u200bple.com'],
  ['a letter outside ASCII in the local part', 'ädä@example.com'],
  ['U+0000', 'ada@example.com\0'],
  ['an empty string', ''],
  ['no local part', '@example.com'],
  ['no domain', 'ada@'],
  ['a local part of 65 characters', `${'a'.repeat(65)}@example.com`],
  ['255 characters', `a@${'b.'.repeat(125)}com`],
] as const) {
  test(`${what} is not a valid recipient`, () => assert.equal(parseEmailAddress(text), undefined))
}

test('100 kB of nested groups are rejected without being parsed', () => {
  assert.equal(parseEmailAddress('a:('.repeat(33_000)), undefined)
  assert.equal(parseEmailAddress(`${'a.'.repeat(50_000)}@example.com`), undefined)
})
