import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useFocusOnMount } from '../../ui/focus.ts'
import { Notice } from '../../ui/Notice.tsx'
import { callShop, type Order } from '../backend.ts'
import { Lines } from '../basket/Lines.tsx'
import { euros } from '../money.ts'
import styles from './OrderPage.module.css'

/** A completed order. */
export default function OrderPage() {
  const { order = '' } = useParams()
  const heading = useFocusOnMount<HTMLHeadingElement>(true)
  const { data, error } = useQuery({
    queryKey: ['orders', order],
    queryFn: () => callShop<Order>('GET', `/orders/${encodeURIComponent(order)}`),
  })
  return (
    <div className={styles.order}>
      <h1 ref={heading} tabIndex={-1}>
        {error ? 'No such order' : 'Thank you.'}
      </h1>
      {error && (
        <Notice tone="bad" title="The order can’t be shown">
          {error.message}
        </Notice>
      )}
      {data && (
        <>
          <p className={styles.lead}>
            We’re packing your order <strong>{data.order}</strong>.{' '}
            {data.paid === 'wallet'
              ? `Pip has confirmed ${euros(data.cents)}: your passkey signed this amount, this shop, and this order.`
              : `An invoice for ${euros(data.cents)} is in the parcel.`}
          </p>
          <Lines lines={data.lines} />
        </>
      )}
      <p>
        <Link to="/">Back to the shop</Link>
      </p>
    </div>
  )
}
