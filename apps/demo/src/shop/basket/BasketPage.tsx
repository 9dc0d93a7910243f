import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { products, toLines } from '../catalog/products.ts'
import styles from './BasketPage.module.css'
import { setQuantity, useBasket } from './basket.ts'
import { Lines } from './Lines.tsx'
import { Quantity } from './Quantity.tsx'

/** The basket. */
export function BasketPage() {
  const { data = [], isSuccess } = useQuery(products)
  const lines = toLines(data, useBasket())
  if (!isSuccess) return null
  if (lines.length === 0) return <Empty />
  return (
    <div className={styles.basket}>
      <h1>Your basket</h1>
      <Lines
        lines={lines}
        aside={({ product: { id, name }, quantity }) => (
          <Quantity value={quantity} what={name} least={0} onChange={(value) => setQuantity(id, value)} />
        )}
      />
      <Button component={Link} to="/checkout" size="md" fullWidth>
        Check out
      </Button>
      <p className={styles.on}>
        <Link to="/">Continue shopping</Link>
      </p>
    </div>
  )
}

function Empty() {
  return (
    <div className={styles.empty}>
      <h1>Your basket is empty</h1>
      <p>How about a mug?</p>
      <Button component={Link} to="/pieces/morning-mug" variant="default">
        See the morning mug
      </Button>
    </div>
  )
}
