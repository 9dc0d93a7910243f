import { isWalletReady, resumeCheckout, startCheckout } from '@thumbturn/web/merchant'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageContext } from '../../page-context.ts'
import { type Checkout, callShop } from '../backend.ts'
import { type Basket, clearBasket } from '../basket/basket.ts'

/** The state of a payment: idle, at the wallet, ordering, to be paid another way, or failed. */
export type Payment = { at: 'choice' | 'wallet' | 'order' | 'otherWay' } | { at: 'failure'; error: unknown }

const wallet = pageContext.addresses.wallet!
const discoverUrl = `${wallet}/frame`
const redirectUrl = `${wallet}/pay`

/** The order of a payment on the wallet's own page, because this tab leaves and returns. */
const orderKey = 'kiln-order'

/** Whether a payment with the wallet worked here before. */
export const isReady = () => isWalletReady(discoverUrl)

/** Pays with the wallet or by invoice. */
export function usePayment(mountTarget: RefObject<HTMLElement | null>) {
  const [payment, become] = useState<Payment>({ at: 'choice' })
  const navigate = useNavigate()
  const leaving = useRef(new AbortController())

  const order = async (path: string, body?: object) => {
    become({ at: 'order' })
    try {
      const { order } = await callShop<{ order: string }>('POST', `/checkouts/${path}`, body)
      await navigate(`/orders/${order}`, { replace: true })
      clearBasket()
    } catch (error) {
      become({ at: 'failure', error })
    }
  }
  const callbacks = {
    successCallback: ({ payloadSignature }: { payloadSignature: string }) =>
      void order(`${sessionStorage.getItem(orderKey)}/confirmation`, { payloadSignature }),
    fallbackCallback: () => become({ at: 'otherWay' }),
    errorCallback: (error: Error) => become({ at: 'failure', error }),
  }

  const resume = useEffectEvent(() => resumeCheckout(callbacks))
  useEffect(() => {
    leaving.current = new AbortController()
    void resume()
    return () => leaving.current.abort()
  }, [])

  const payByWallet = async (basket: Basket) => {
    leaving.current = new AbortController()
    const { signal } = leaving.current
    become({ at: 'wallet' })
    try {
      const { order, request } = await prepareCheckout(basket)
      if (signal.aborted) return
      sessionStorage.setItem(orderKey, order)
      if (!request)
        return become({ at: 'failure', error: new Error('Pip isn’t responding. Pay by invoice, or try again.') })
      const place = { mountTarget: mountTarget.current!, title: 'Pip, your wallet' }
      await startCheckout({ ...callbacks, ...place, discoverUrl, redirectUrl, request, traceId: order, signal })
    } catch (error) {
      become({ at: 'failure', error })
    }
  }
  const payByInvoice = async (basket: Basket) => {
    try {
      const { order: prepared } = await prepareCheckout(basket)
      await order(`${prepared}/invoice`)
    } catch (error) {
      become({ at: 'failure', error })
    }
  }
  const cancel = () => {
    leaving.current.abort()
    become({ at: 'choice' })
  }
  return { payment, payByWallet, payByInvoice, cancel }
}

const prepareCheckout = (basket: Basket) => {
  const items = Object.entries(basket).map(([id, quantity]) => ({ id, quantity }))
  return callShop<Checkout>('POST', '/checkouts', { items })
}
