import { join } from 'node:path'
import { createThumbturn } from '@thumbturn/node'
import type { Backend } from '../backend.ts'
import { handleErrors } from '../errors.ts'
import { readMerchantKey } from '../merchant-key.ts'
import { ports } from '../ports.ts'
import { addAccounts } from './accounts.ts'
import { openBook } from './book.ts'
import type { Merchant } from './merchants.ts'
import { addPayments } from './payments.ts'

/** The wallet: has users with passkeys, who confirm payments of merchants. */
export const wallet: Backend = {
  name: 'wallet',
  title: 'Wallet',
  port: ports.wallet,
  application: ({ shop = '', agent = '' }) => ({
    name: 'Pip',
    settings: [
      'userVerification=required',
      // Browsers that can show payee and amount.
      'paymentConfirmation=true',
      // Creating a passkey requires a backend assertion; a passkey signs in.
      'registrationRequiresToken=true',
      'mfaPolicy=external-then-passkey',
      // Origins of pages that can embed a ceremony of this application.
      `topOrigins=${shop}`,
      // Accounts are opened on its own page.
      'hostedSignUp=false',
      // Assistants that publish what they are need no registration.
      'clientIdMetadataDocuments=on',
    ],
    scopes: ['external:verify'],
    resource: {
      uri: `${agent}/mcp`,
      name: 'Checkout agent',
      scope: 'purchase=Prepare purchases, which you confirm with your passkey',
      program: { id: 'checkout-bridge', name: 'Checkout bridge' },
    },
  }),
  calls: ['agent'],
  shownBy: (path) => (path === '/frame' ? ['shop'] : []),
  paths: ['/', '/pay', '/frame', '/purchase/:id'],
  addRoutes(server, { service, apiKey, folder, addresses }) {
    const thumbturn = createThumbturn({ baseUrl: service, appId: 'wallet', apiKey })
    const book = openBook(join(folder, 'wallet.db'))
    const origin = addresses.shop!
    const shop: Merchant = {
      id: 'shop',
      name: 'Kiln & Table',
      origin,
      returnUrls: [`${origin}/checkout`],
      key: readMerchantKey(folder, 'shop'),
    }
    server.addHook('onClose', async () => book.close())
    handleErrors(server)
    addAccounts(server, { thumbturn, book })
    addPayments(server, { thumbturn, book, merchants: [shop], address: addresses.wallet! })
  },
}
