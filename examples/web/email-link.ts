const baseUrl = globalThis.process?.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo'

// #region read
/** The data of the link, after `#`; undefined without a link. */
export function readLink(hash: string) {
  const { step, ...said } = Object.fromEntries(new URLSearchParams(hash.slice(1)))
  return said.otp === undefined ? undefined : { isNew: step === 'add', said }
}
// #endregion

// #region use
/** Call it after a click, never automatically: programs that scan emails open links, too. */
export async function signInByLink({ isNew, said }: NonNullable<ReturnType<typeof readLink>>, knownAs?: string) {
  const call = isNew ? '/credentials/email/complete' : '/authenticate/email/complete'
  const username = said.username ?? knownAs // not in links that add an address: pass it from your page
  const response = await fetch(`${baseUrl}${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id: 'demo', via_link: true, ...said, username }),
  })
  if (!response.ok) throw new Error('The link has ended: ask for another one')
  return (await response.json()) as { jwt: string }
}
// #endregion
