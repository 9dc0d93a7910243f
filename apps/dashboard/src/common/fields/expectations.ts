import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { findExpectation } from '@thumbturn/contract/patterns.ts'

/** The expectations of the patterns of fields, by the words of the contract. */
const expectations: Readonly<Record<string, MessageDescriptor>> = {
  'a certificate in base64 (DER)': msg`a certificate in base64 (DER)`,
  'a scope, which has neither spaces nor quotation marks': msg`a scope, which has neither spaces nor quotation marks`,
  'a UUID in lowercase': msg`a UUID in lowercase`,
  'an origin that begins with https://': msg`an origin that begins with https://`,
  'an origin, such as https://example.com': msg`an origin, such as https://example.com`,
  'empty or a color, such as #10655a': msg`empty or a color, such as #10655a`,
  'empty or a host name, such as example.com': msg`empty or a host name, such as example.com`,
  'empty or the URL of a page': msg`empty or the URL of a page`,
  'empty or the URL of a page, without a fragment': msg`empty or the URL of a page, without a fragment`,
  'package=SHA-256 fingerprint of the signing certificate': msg`package=SHA-256 fingerprint of the signing certificate`,
  'printable ASCII without spaces': msg`printable ASCII without spaces`,
  'TEAMID.bundle.id': msg`TEAMID.bundle.id`,
  'the ISO 3166-1 alpha-2 code of a country, such as DE': msg`the ISO 3166-1 alpha-2 code of a country, such as DE`,
  'well-formed text without control characters': msg`well-formed text without control characters`,
  'well-formed text without U+0000': msg`well-formed text without U+0000`,
}

/** The expectation of a pattern, in words that follow "must be"; those of the contract if this page has none of its own. */
export function describePattern(pattern: string): string {
  const expectation = findExpectation(pattern)
  if (expectation === undefined) return i18n._(msg`in another format`)
  const own = expectations[expectation]
  return own === undefined ? expectation : i18n._(own)
}
