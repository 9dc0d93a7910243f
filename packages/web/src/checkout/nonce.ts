import { toBase64url } from '../base64url.ts'

/** 128 random bits in base64url, 22 characters. */
export const createNonce = () => toBase64url(crypto.getRandomValues(new Uint8Array(16)))
