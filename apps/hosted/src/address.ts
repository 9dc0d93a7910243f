/** The pages, by the last part of their path. */
export const pageNames = [
  'sign-in',
  'consent',
  'select-account',
  'device',
  'sign-out',
  'signed-out',
  'account',
  'problem',
] as const

export type PageName = (typeof pageNames)[number]

/** The address of the application, with a slash at the end: every page is one level below it. */
export const applicationUrl = new URL('..', location.href.split(/[?#]/)[0]).href

const query = new URLSearchParams(location.search)

/** The sealed authorization request that led here, if there is one. */
export const sealedRequest = query.get('request') ?? undefined

/** The sealed request of a program to sign the user out, if there is one. */
export const sealedSignOut = query.get('sign_out') ?? undefined

/** The code of a device, if its address contains one (RFC 8628 §3.3.1). */
export const userCodeInAddress = query.get('user_code') ?? undefined

/** The token of an invitation link, which no server receives. */
export const invitation = new URLSearchParams(location.hash.slice(1)).get('invitation') ?? undefined

/** The page at this address; a failed authorization request shows its problem at its own address. */
export function readPageName(): PageName {
  const last = location.pathname.split('/').at(-2)
  return pageNames.find((name) => name === last) ?? 'problem'
}

/** The address of a page, for the same authorization request. */
export function createPageUrl(page: PageName): string {
  const search = sealedRequest === undefined ? '' : `?${new URLSearchParams({ request: sealedRequest })}`
  return `${applicationUrl}${page}/${search}`
}

/** Leaves for another address. The page that is left can't be used again, so the back button skips it. */
export const leaveFor = (url: string): void => location.replace(url)
