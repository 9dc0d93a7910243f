import { mfa } from './mfa.ts'

/** As in mfa-code.ts. */
export const startFlow = () => mfa.beginFlow({ username: 'ada@example.com', usernameType: 'email' })

export async function requestAssertion() {
  // #region external
  const { token } = await (await fetch('/vouch', { method: 'POST' })).json()
  const flow = await mfa.performAction('external', { payload: token })
  // #endregion
  return flow
}
