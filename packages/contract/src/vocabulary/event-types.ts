/**
 * An event type, or the beginning of one, in today's spelling. Before version 0.1.0 some types had hyphens
 * (`fido2.access-code.used`), and `fido2.api_key` was `fido2.apikey`.
 */
export const normalizeType = (type: string) => type.replaceAll('-', '_').replace(/^fido2\.apikey\b/, 'fido2.api_key')
