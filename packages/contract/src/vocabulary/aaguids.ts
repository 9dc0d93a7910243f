import { patterns } from '../patterns.ts'

/** The ID of an authenticator model: what tools print differs, so it has any letter case, with or without hyphens. */
export const aaguidPattern = patterns.aaguid
