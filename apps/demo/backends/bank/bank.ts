import { join } from 'node:path'
import { createThumbturn } from '@thumbturn/node'
import type { Backend } from '../backend.ts'
import { ports } from '../ports.ts'
import { answerRefusals } from '../refusal.ts'
import { addAccounts } from './accounts.ts'
import { addContact } from './contact.ts'
import { addFallback } from './fallback.ts'
import { openLedger } from './ledger.ts'
import { sessions } from './session.ts'
import { addSignUp } from './sign-up.ts'
import { addTransfers } from './transfers.ts'

/** The bank: what a business does around passkeys, from sign-up to the transfer that a passkey confirms. */
export const bank: Backend = {
  name: 'bank',
  title: 'Bank',
  port: ports.bank,
  application: {
    name: 'Saltmarsh Bank',
    settings: [
      // Nobody gets a passkey unless this backend says so.
      'registrationRequiresToken=true',
      'userVerification=required',
      // Codes for a new device: shown on the one that has a passkey, or mailed.
      'crossAuthMethods=otp,otp:email',
      // A passkey; or a mailed code and, by this backend's word, the PIN.
      'mfaPolicy=signIn: passkey:auth, otp:email+external',
    ],
    scopes: ['reg:write', 'user:read', 'profile:write', 'external:verify'],
  },
  addRoutes(server, { service, apiKey, folder }) {
    const thumbturn = createThumbturn({ baseUrl: service, appId: 'bank', apiKey })
    const ledger = openLedger(join(folder, 'bank.db'))
    const bank = { thumbturn, ledger, signedIn: sessions(thumbturn) }
    server.addHook('onClose', async () => ledger.close())
    answerRefusals(server)
    addSignUp(server, bank)
    addAccounts(server, bank)
    addTransfers(server, bank)
    addContact(server, bank)
    addFallback(server, bank)
  },
}
