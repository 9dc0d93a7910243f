// #region sign
import { ThumbturnMfa } from '@thumbturn/web'

const mfa = new ThumbturnMfa({ baseUrl: 'http://localhost:4300/apps/demo' })

await mfa.beginFlow({ username: 'ada@example.com', usernameType: 'email', payload: 'Pay 25.00 EUR to the book shop' })
const { tokens } = await mfa.performAction('passkey:tx')
if (tokens) send(tokens.payloadSignature) // yours: to whoever asked
// #endregion

declare function send(signed: string): void
