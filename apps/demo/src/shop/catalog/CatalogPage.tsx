import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { Notice } from '../../ui/Notice.tsx'
import type { Product } from '../backend.ts'
import { euros } from '../money.ts'
import styles from './CatalogPage.module.css'
import { ProductDrawing } from './ProductDrawing.tsx'
import { products } from './products.ts'

/** All products. */
export function CatalogPage() {
  const { data = [], error } = useQuery(products)
  return (
    <>
      <div className={styles.hero}>
        <h1>Stoneware for the table you have.</h1>
        <p>Thrown by hand in small batches, glazed in four colors, fired once. Dishwasher-safe.</p>
      </div>
      {error && (
        <Notice tone="bad" title="The catalog can’t be loaded">
          {error.message}
        </Notice>
      )}
      <ul className={styles.shelf}>
        {data.map((product) => (
          <li key={product.id}>
            <Card {...product} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Card({ id, name, cents, shape, glaze }: Product) {
  return (
    <Link to={`/pieces/${id}`} className={styles.card}>
      <span className={styles.picture}>
        <ProductDrawing shape={shape} glaze={glaze} />
      </span>
      <span className={styles.name}>{name}</span>
      <span className={styles.price}>{euros(cents)}</span>
    </Link>
  )
}
