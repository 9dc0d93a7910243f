import type { MfaFactor, MfaFactorType } from '@thumbturn/web'
import { mfa } from './mfa.ts'

declare const choose: (factors: MfaFactor[]) => Promise<{ type: MfaFactorType; payload?: string }>

export async function signIn() {
  // #region begin
  let flow = await mfa.beginFlow({ username: 'ada@example.com', usernameType: 'email' })

  flow.nextAction // { type: 'passkey:auth', label: 'Use a passkey', options: [] }
  flow.remainingFactors // everything that can come next, for your own buttons
  // #endregion

  // #region perform
  while (!flow.isComplete) {
    const { type, payload } = await choose(flow.remainingFactors) // your UI: a button for each, a field for a code
    flow = await mfa.performAction(type, { payload })
  }
  // #endregion

  // #region session
  await fetch('/session', {
    method: 'POST',
    headers: { Authorization: `Bearer ${flow.tokens?.accessToken}` },
  })
  // #endregion
}

export async function sign() {
  // #region payload
  await mfa.beginFlow({ username: 'ada@example.com', payload: 'Pay 25.00 EUR to Grace' })
  await mfa.setPayload('Pay 30.00 EUR to Grace')
  // #endregion
}
