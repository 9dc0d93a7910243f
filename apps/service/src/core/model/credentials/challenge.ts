/**
 * Whether every client decodes these bytes completely. Some clients drop a zero among the last two, so the authenticator
 * would sign a shorter challenge; one random value in 128 ends like that.
 */
export const isDecodedByAll = (bytes: Uint8Array) => bytes.at(-1) !== 0 && bytes.at(-2) !== 0
