import { join } from 'node:path'
import { createThumbturn } from '@thumbturn/node'
import type { Backend } from '../backend.ts'
import { handleErrors } from '../errors.ts'
import { ports } from '../ports.ts'
import { addAccounts } from './accounts.ts'
import { addContact } from './contact.ts'
import { addFallback } from './fallback.ts'
import { openLedger } from './ledger.ts'
import { createSessions } from './session.ts'
import { addSignUp } from './sign-up.ts'
import { addTransfers } from './transfers.ts'

/** The bank: what a business builds around passkeys, from sign-up to transfers confirmed with a passkey. */
export const bank: Backend = {
  name: 'bank',
  title: 'Bank',
  port: ports.bank,
  application: {
    name: 'Saltmarsh Bank',
    settings: [
      // Creating a passkey requires a grant of this backend.
      'registrationRequiresToken=true',
      'userVerification=required',
      // Browsers that can show payee and amount of a transfer.
      'paymentConfirmation=true',
      // Codes for a new device: shown on a device with a passkey, or emailed.
      'crossAuthMethods=otp,otp:email',
      // A passkey; or an emailed code and the PIN, asserted by this backend.
      'mfaPolicy=signIn: passkey:auth, otp:email+external',
    ],
    scopes: ['reg:write', 'user:read', 'profile:write', 'external:verify'],
  },
  paths: ['/', '/open', '/new-device', '/other-way', '/recover', '/transfer', '/security'],
  addRoutes(server, { service, apiKey, folder, addresses }) {
    const thumbturn = createThumbturn({ baseUrl: service, appId: 'bank', apiKey })
    const ledger = openLedger(join(folder, 'bank.db'))
    const bank = { thumbturn, ledger, signedIn: createSessions(thumbturn), icon: `${addresses.bank}/card.png` }
    server.addHook('onClose', async () => ledger.close())
    handleErrors(server)
    addSignUp(server, bank)
    addAccounts(server, bank)
    addTransfers(server, bank)
    addContact(server, bank)
    addFallback(server, bank)
  },
}
