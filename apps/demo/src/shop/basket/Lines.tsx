import type { ReactNode } from 'react'
import type { Line } from '../backend.ts'
import { ProductDrawing } from '../catalog/ProductDrawing.tsx'
import { computeTotal } from '../catalog/products.ts'
import { euros } from '../money.ts'
import styles from './Lines.module.css'

/** The lines of a basket with their total; `aside` is shown below each product's name. */
export function Lines({ lines, aside }: { lines: Line[]; aside?: (line: Line) => ReactNode }) {
  return (
    <>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.product.id}>
            <span className={styles.picture}>
              <ProductDrawing {...line.product} />
            </span>
            <div>
              <p className={styles.name}>{line.product.name}</p>
              {aside ? aside(line) : <p className={styles.count}>Quantity: {line.quantity}</p>}
            </div>
            <span className={styles.price}>{euros(line.product.cents * line.quantity)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>Total, including delivery</span>
        <strong>{euros(computeTotal(lines))}</strong>
      </p>
    </>
  )
}
