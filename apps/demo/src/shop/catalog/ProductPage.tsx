import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { NotFoundPage } from '../../ui/NotFoundPage.tsx'
import { addToBasket } from '../basket/basket.ts'
import { Quantity } from '../basket/Quantity.tsx'
import { euros } from '../money.ts'
import { ProductDrawing } from './ProductDrawing.tsx'
import styles from './ProductPage.module.css'
import { products } from './products.ts'

/** One product, large. */
export function ProductPage() {
  const { id } = useParams()
  const { data } = useQuery(products)
  const navigate = useNavigate()
  const [quantity, setQuantity] = useState(1)
  const product = data?.find((product) => product.id === id)
  if (!product) return data ? <NotFoundPage home="Go to the catalog" /> : null
  const { name, cents, about, size } = product
  const add = () => {
    addToBasket(product.id, quantity)
    void navigate('/basket')
  }
  return (
    <article className={styles.product}>
      <div className={styles.picture}>
        <ProductDrawing {...product} />
      </div>
      <div>
        <Link to="/" className={styles.back}>
          All pieces
        </Link>
        <h1>{name}</h1>
        <p className={styles.price}>{euros(cents)}</p>
        <p>{about}</p>
        <p className={styles.size}>{size}. Safe in the dishwasher and the microwave.</p>
        <div className={styles.buy}>
          <Quantity value={quantity} what={name} onChange={setQuantity} />
          <Button size="md" onClick={add}>
            Add to basket
          </Button>
        </div>
      </div>
    </article>
  )
}
