import { mfa } from './mfa.ts'

declare const input: HTMLInputElement

export async function startFlow() {
  // #region begin
  let flow = await mfa.beginFlow({ username: 'ada@example.com', usernameType: 'email' })
  flow = await mfa.performAction('otp:email')
  // #endregion
  return flow
}

export async function completeFlow() {
  let flow = mfa.getMfaSessionDetails()
  // #region code
  flow = await mfa.performAction('otp:verify', { payload: input.value })
  // #endregion

  // #region create
  flow = await mfa.performAction('passkey:reg', { displayName: 'Ada' })
  if (flow.isComplete) console.log(flow.tokens?.accessToken)
  // #endregion
  return flow
}
