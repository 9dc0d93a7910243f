/**
 * The SHA-256 fingerprint in what `keytool -list -v` or the Play Console shows, as 32 pairs of uppercase hex digits;
 * undefined if there is none.
 */
export function findFingerprint(text: string): string | undefined {
  const labeled = /SHA-?256:?\s*((?:[\da-f]{2}:?){32})/i.exec(text)?.[1]
  const found =
    labeled ?? /(?:^|[^\da-f:])((?:[\da-f]{2}:){31}[\da-f]{2}|[\da-f]{64})(?![\da-f:])/i.exec(` ${text}`)?.[1]
  return found?.replaceAll(':', '').toUpperCase().match(/../g)?.join(':')
}
