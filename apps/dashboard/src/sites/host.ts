import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { patterns } from '@thumbturn/contract/patterns.ts'

/** The URL that a typed host or address has, if it can be read. */
function parseAddress(text: string): URL | undefined {
  const typed = text.trim()
  return URL.parse(/^https?:\/\//i.test(typed) ? typed : `https://${typed}`) ?? undefined
}

/** The host that was typed, as browsers write it; members often paste the whole address. */
export const readHost = (text: string): string => parseAddress(text)?.host ?? text.trim()

/** Why a site can't have that host; undefined if it can, or if nothing was entered yet. */
export function findHostProblem(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const url = parseAddress(text)
  if (url?.username !== '' || !new RegExp(patterns.siteHost).test(url.host))
    return i18n._(msg`Enter a host such as wiki.example.com`)
  if (`${url.pathname}${url.search}${url.hash}` !== '/')
    return i18n._(msg`Enter the host without a path. Rules can treat paths differently`)
}

/** The name of a program that its host suggests: Wiki for wiki.example.com. */
export function proposeName(text: string): string {
  const [first = ''] = readHost(text).split('.')
  return findHostProblem(text) === undefined ? first.charAt(0).toUpperCase() + first.slice(1) : ''
}
