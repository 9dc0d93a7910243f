const baseUrl = globalThis.process?.env.THUMBTURN_URL ?? 'http://localhost:4300/apps/demo'

// #region read
/** What the link says, behind its `#`; undefined where the page was opened without one. */
export function linkIn(hash: string) {
  const { step, ...said } = Object.fromEntries(new URLSearchParams(hash.slice(1)))
  return said.otp === undefined ? undefined : { isNew: step === 'add', said }
}
// #endregion

// #region use
/** After a click, never by itself: programs that look into mails open links too. */
export async function signInByLink({ isNew, said }: NonNullable<ReturnType<typeof linkIn>>, knownAs?: string) {
  const call = isNew ? '/credentials/email/complete' : '/authenticate/email/complete'
  const username = said.username ?? knownAs // a link that adds an address does not say it: your page knows
  const answer = await fetch(`${baseUrl}${call}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ client_id: 'demo', via_link: true, ...said, username }),
  })
  if (!answer.ok) throw new Error('The link has ended: ask for another one')
  return (await answer.json()) as { jwt: string }
}
// #endregion
