import type { Program } from './programs.ts'

/** The values for the placeholders in the settings of a program. Without a secret, its placeholder stays. */
export type Values = { issuer: string; clientId: string; clientSecret?: string | undefined; origin: string }

/** The settings of a program with the values of a client. */
export const fillSettings = (text: string, { issuer, clientId, clientSecret, origin }: Values): string =>
  text
    .replaceAll('{issuer}', issuer)
    .replaceAll('{client_id}', clientId)
    .replaceAll('{client_secret}', clientSecret ?? '{client_secret}')
    .replaceAll('{origin}', origin)

/** The client that a program at that address needs. */
export const describeClient = (program: Program, origin: string) => ({
  name: program.name,
  type: program.type,
  redirectUris: fillAddresses(program.redirectUris, origin),
  postLogoutRedirectUris: fillAddresses(program.postLogoutRedirectUris ?? [], origin),
  scopes: [...program.scopes],
  requirePkce: program.requirePkce ?? true,
})

const fillAddresses = (templates: readonly string[], origin: string) =>
  templates.map((template) => template.replaceAll('{origin}', origin))
