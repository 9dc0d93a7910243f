import { formats } from './formats.ts'

const expectations = new Map<string, string>()

/**
 * A regular expression of the contract with what it expects, in words that follow "must be". Clients in other languages
 * compile it, so it keeps to what RE2, Python and the `u` and `v` flags of JavaScript have in common: no lookaround, no
 * `\u`, no surrogates, and `-` and `/` escaped inside classes. Text must also be well-formed Unicode, which no portable
 * expression can say; the service checks that for every field with a pattern.
 */
const pattern = (expression: string, expectation: string): string => {
  expectations.set(expression, expectation)
  return expression
}

/** The expectation of a pattern of this contract, in words that follow "must be"; undefined for any other. */
export const findExpectation = (expression: string): string | undefined => expectations.get(expression)

export const patterns = {
  line: pattern('^[^\\x00-\\x1f\\x7f]*$', 'well-formed text without control characters'),
  text: pattern('^[^\\x00]*$', 'well-formed text without U+0000'),
  visible: pattern('^[!-~]*$', 'printable ASCII without spaces'),
  transport: pattern('^[!-~]+$', 'one or more printable ASCII characters without spaces'),
  binary: pattern('^[A-Za-z0-9_+\\/\\-]+={0,2}$', 'base64url'),
  base64url: pattern('^[A-Za-z0-9_\\-]+$', 'base64url without padding'),
  base64: pattern('^[A-Za-z0-9+\\/]+={0,2}$', 'a certificate in base64 (DER)'),
  sealedTransaction: pattern('^[A-Za-z0-9\\-]+\\.[A-Za-z0-9_\\-]+$', 'a transaction ID that an init call returned'),
  totp: pattern('^[0-9]{6}$', '6 digits'),
  aaguid: pattern(
    '^([0-9A-Fa-f]{32}|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$',
    'an AAGUID, which has 32 hexadecimal digits, usually with hyphens',
  ),
  applicationTag: pattern('^([*]|(W\\/)?"[0-9]{1,15}")$', 'a single ETag of the application, such as "3", or *'),
  issuer: pattern(
    '^\\s*https?:\\/\\/[^\\s\\/?#@]+(\\/[^\\s?#]*)?\\s*$',
    'a URL that begins with https://, without credentials, query, and fragment',
  ),
  day: pattern('^(19[7-9][0-9]|[2-9][0-9]{3})-[0-9]{2}-[0-9]{2}$', formats.date),
  uuid: pattern('^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$', 'a UUID in lowercase'),
  upTo100: pattern('^([1-9][0-9]?|100)$', 'a whole number from 1 to 100'),
  position: pattern('^(0|[1-9][0-9]{0,14})$', 'a whole number'),
  upTo1000: pattern('^([1-9][0-9]{0,2}|1000)$', 'a whole number from 1 to 1000'),
  detailFilter: pattern('^[A-Za-z]{1,32}:[^\\x00-\\x1f\\x7f]{0,200}$', 'a name and a value, such as os:Windows'),
  eventType: pattern('^[a-z0-9._\\-]{1,64}$', 'the beginning of an event type, such as fido2.passkey'),
  emailLink: pattern('^(https?://[^\\s#]+)?$', 'empty or the URL of a page, without a fragment'),
  pageUrl: pattern('^(https?:\\/\\/[^\\s]+)?$', 'empty or the URL of a page'),
  color: pattern('^(#[0-9A-Fa-f]{6})?$', 'empty or a color, such as #10655a'),
  origin: pattern('^[a-z\\-]+:\\/\\/', 'an origin, such as https://example.com'),
  httpsOrigin: pattern('^https://', 'an origin that begins with https://'),
  androidApp: pattern(
    '^[A-Za-z][A-Za-z0-9_.]*=[0-9A-Fa-f:]{64,95}$',
    'package=SHA-256 fingerprint of the signing certificate',
  ),
  appleApp: pattern('^[A-Z0-9]{10}(\\.[A-Za-z0-9\\-]+)+$', 'TEAMID.bundle.id'),
  webAddress: pattern(
    '^https?:\\/\\/[A-Za-z0-9\\-.:\\[\\]]+(\\/[^\\s#]*)?$',
    'a URL that begins with https:// or http://, without username, password, and fragment',
  ),
  providerId: pattern('^[a-z0-9]([a-z0-9\\-]*[a-z0-9])?$', 'lowercase letters, digits, and hyphens between them'),
  domain: pattern(
    '^([A-Za-z0-9]([A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?\\.)+[A-Za-z][A-Za-z0-9\\-]*[A-Za-z0-9]$',
    'a domain name, such as example.com',
  ),
  host: pattern('^[A-Za-z0-9.:\\-]+$', 'a host name or an IP address'),
  pem: pattern('^\\s*-----BEGIN [A-Z ]+-----[A-Za-z0-9+\\/=\\s\\-]+$', 'PEM'),
  structuredDataId: pattern('^[A-Za-z0-9@._\\-]+$', 'an ID of structured data, such as thumbturn@32473'),
  bucket: pattern('^[a-z0-9][a-z0-9.\\-]+[a-z0-9]$', 'the name of a bucket'),
  region: pattern('^[A-Za-z0-9\\-]+$', 'the name of a region, such as eu-central-1'),
  objectPrefix: pattern("^[A-Za-z0-9!_.*'\\(\\)\\/\\-]*$", 'the beginning of a key, such as logs/thumbturn'),
  headerName: pattern('^[A-Za-z0-9_\\-]+$', 'the name of a header'),
  // The characters of a scope token (RFC 6749 §3.3).
  scope: pattern('^[!#-\\[\\]-~]+$', 'a scope, which has neither spaces nor quotation marks'),
  clientId: pattern('^[A-Za-z0-9._~\\-]+$', 'letters, digits, and . _ ~ -'),
  anyClientId: pattern('^([A-Za-z0-9._~\\-]+|https:\\/\\/[!-~]+)$', 'a client ID, or the URL of a client'),
  clientHost: pattern(
    '^[a-z0-9\\-]+(\\.[a-z0-9\\-]+)*(:[0-9]{1,5})?$',
    'a host name in lowercase, with the port if it is not 443, such as example.com',
  ),
  claimName: pattern('^[A-Za-z][A-Za-z0-9_.:\\/\\-]{0,63}$', 'the name of a claim'),
  domainOrEmpty: pattern('^([A-Za-z0-9\\-]+(\\.[A-Za-z0-9\\-]+)*)?$', 'empty or a host name, such as example.com'),
  siteHost: pattern(
    '^[a-z0-9]([a-z0-9.\\-]*[a-z0-9])?(:[1-9][0-9]{0,4})?$',
    'a host in lowercase, such as wiki.example.com, with its port unless that is 443',
  ),
  sitePath: pattern(
    '^\\/[^\\x00-\\x20\\x7f*%?#;\\x5c]*[*]?$',
    'a path that begins with /, and can end with /*, without spaces and % ? # ; \\',
  ),
  httpMethod: pattern('^[A-Z][A-Z\\-]*$', 'a method in uppercase'),
  country: pattern('^[A-Z]{2}$', 'the ISO 3166-1 alpha-2 code of a country, such as DE'),
} as const
