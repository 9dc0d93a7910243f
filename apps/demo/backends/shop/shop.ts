import { createThumbturn } from '@thumbturn/node'
import type { Backend } from '../backend.ts'
import { handleErrors } from '../errors.ts'
import { readMerchantKey } from '../merchant-key.ts'
import { ports } from '../ports.ts'
import { catalog } from './catalog.ts'
import { addCheckouts } from './checkouts.ts'

/** The shop: has no users and no application of its own, and accepts what the wallet's service has signed. */
export const shop: Backend = {
  name: 'shop',
  title: 'Shop',
  port: ports.shop,
  shows: ['wallet'],
  paths: ['/', '/basket', '/checkout', '/orders/:order', ...catalog.map(({ id }) => `/pieces/${id}`)],
  addRoutes(server, { service, folder, addresses }) {
    const wallet = createThumbturn({ baseUrl: service, appId: 'wallet' })
    const returnUrl = `${addresses.shop}/checkout`
    const contract = { address: addresses.wallet!, key: readMerchantKey(folder, 'shop'), returnUrl }
    handleErrors(server)
    addCheckouts(server, { wallet, contract, name: 'Kiln & Table' })
  },
}
