import { thumbturn } from './thumbturn.ts'

declare const ask: (question: string) => Promise<boolean>
declare const input: HTMLInputElement

export async function requestCodeOnPhone() {
  // #region phone
  const { isAuthenticated } = await thumbturn.authenticateWithPasskey('ada@example.com')
  if (isAuthenticated && (await ask('Sign in here without the phone next time?'))) {
    await thumbturn.createPasskey('ada@example.com')
  }
  // #endregion
}

export async function sendCode() {
  // #region send
  await thumbturn.requestAndSendOtp('ada@example.com', { method: 'email' }) // or 'sms'
  // #endregion
}

export async function showCode() {
  // #region show
  const { code, expiresAt } = await thumbturn.requestOtp()
  // #endregion
  return { code, expiresAt }
}

export async function redeemCode() {
  // #region redeem
  await thumbturn.validateOtp('ada@example.com', { code: input.value })
  await thumbturn.createPasskey('ada@example.com')
  // #endregion
}
