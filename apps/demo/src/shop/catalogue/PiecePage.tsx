import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { NotFoundPage } from '../../ui/NotFoundPage.tsx'
import { addToBasket } from '../basket/basket.ts'
import { Quantity } from '../basket/Quantity.tsx'
import { euros } from '../money.ts'
import { Piece } from './Piece.tsx'
import styles from './PiecePage.module.css'
import { products } from './products.ts'

/** One product, large. */
export function PiecePage() {
  const { id } = useParams()
  const { data } = useQuery(products)
  const navigate = useNavigate()
  const [quantity, setQuantity] = useState(1)
  const piece = data?.find((product) => product.id === id)
  if (!piece) return data ? <NotFoundPage home="Go to the catalog" /> : null
  const { name, cents, about, size } = piece
  const add = () => {
    addToBasket(piece.id, quantity)
    void navigate('/basket')
  }
  return (
    <article className={styles.piece}>
      <div className={styles.picture}>
        <Piece {...piece} />
      </div>
      <div>
        <Link to="/" className={styles.back}>
          All pieces
        </Link>
        <h1>{name}</h1>
        <p className={styles.price}>{euros(cents)}</p>
        <p>{about}</p>
        <p className={styles.size}>{size}. Safe in dishwasher and microwave.</p>
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
