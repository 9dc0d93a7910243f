import { type Program, programs } from '@thumbturn/examples/openid/programs.ts'
import type { Client } from './queries.ts'

/** A program, and the address where users reach it. */
export type Place = { program: Program; origin: string }

/** The program that a client was probably created for, by its redirect URIs; undefined if none matches. */
export function matchProgram({ redirectUris }: Pick<Client, 'redirectUris'>): Place | undefined {
  const places = programs.map((program) => ({ program, origin: findOrigin(program, redirectUris) }))
  return places.find((place): place is Place => place.origin !== undefined)
}

/** The address of the program. A program that returns to its root fits any client with an address without a path. */
function findOrigin({ redirectUris: [template = ''] }: Program, uris: readonly string[]): string | undefined {
  const suffix = template.slice('{origin}'.length)
  const origins = uris.filter((uri) => uri.endsWith(suffix)).map((uri) => uri.slice(0, uri.length - suffix.length))
  return origins.find((origin) => isAddress(origin) && (suffix !== '' || URL.parse(origin)?.origin === origin))
}

/** Settings go into shells and configuration files, so an address has no character that means something there. */
const isAddress = (text: string) => /^https?:\/\/[a-z0-9.:[\]-]+(?:\/[\w.~%/-]*)?$/i.test(text)

/** The address that was typed, in the form that settings contain: without a slash at the end; undefined if it is none. */
export function parseOrigin(text: string): string | undefined {
  const typed = text.trim()
  const url = URL.parse(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`)
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return undefined
  const address = `${url.origin}${url.pathname}`.replace(/\/+$/, '')
  return isAddress(address) ? address : undefined
}
