import { mfa } from './mfa.ts'

export async function vouched() {
  // #region external
  const { token } = await (await fetch('/vouch', { method: 'POST' })).json()
  const flow = await mfa.performAction('external', { payload: token })
  // #endregion
  return flow
}
