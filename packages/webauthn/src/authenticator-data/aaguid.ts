/** An AAGUID as a lowercase UUID. */
export function formatAaguid(aaguid: Buffer): string {
  const hex = aaguid.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
