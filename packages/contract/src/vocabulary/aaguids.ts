import { patterns } from '../patterns.ts'

/** What identifies an authenticator model: what tools print differs, so it has any letter case, with or without hyphens. */
export const aaguidPattern = patterns.aaguid
