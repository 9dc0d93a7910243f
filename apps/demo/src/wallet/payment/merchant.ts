import {
  CheckoutError,
  type CheckoutRequest,
  type CheckoutResponse,
  type MerchantConnection,
  serveMerchant,
} from '@thumbturn/web/wallet'
import { useEffect, useRef, useState } from 'react'
import { callWallet } from '../backend.ts'
import { wallet } from '../session.ts'
import { findPayment, type Payment } from './confirm.ts'

/** A payment requested by the embedding shop, with its response callbacks. */
export type ShownPayment = {
  payment: Payment
  checkout: CheckoutRequest
  respond(response: CheckoutResponse): void
  reject(error: CheckoutError): void
}

/** Serves the shop that embeds this page. */
export function useMerchant() {
  const [asked, setAsked] = useState<ShownPayment>()
  const serving = useRef<MerchantConnection>(undefined)
  useEffect(() => {
    document.documentElement.classList.add('framed')
    serving.current = serveMerchant({
      isMerchant: async (origin) =>
        (await callWallet<{ origins: string[] }>({ method: 'GET', path: '/merchants' })).origins.includes(origin),
      discover: (trust) => wallet.discover(trust),
      confirm: (checkout, merchant) => confirm(checkout, merchant, setAsked),
    })
    return () => serving.current?.stop()
  }, [])
  return { asked, resize: (height: number) => serving.current?.resize(height) }
}

async function confirm(
  checkout: CheckoutRequest,
  merchant: string,
  show: (asked: ShownPayment) => void,
): Promise<CheckoutResponse> {
  const payment = await findPayment(checkout.request)
  // A merchant can show only its own payments, whatever ID it has.
  if (payment.merchant.origin !== merchant) throw new CheckoutError('ERROR_MERCHANT_REJECTED')
  return new Promise((respond, reject) => show({ payment, checkout, respond, reject }))
}
