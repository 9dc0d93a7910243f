import * as crypto from 'node:crypto'

type Hash = (algorithm: string, data: string | Uint8Array) => Buffer

/** The faster of two ways exists since Node 20.12. */
export const chooseHash = ({
  hash,
  createHash,
}: Pick<typeof crypto, 'createHash'> & Partial<Pick<typeof crypto, 'hash'>>): Hash =>
  hash
    ? (algorithm, data) => hash(algorithm, data, 'buffer')
    : (algorithm, data) => createHash(algorithm).update(data).digest()

/** The digest of the data; `algorithm` as OpenSSL names it. */
export const hash: Hash = chooseHash(crypto)
