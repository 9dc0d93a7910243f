import { IconBasket } from '@tabler/icons-react'
import { Link } from 'react-router'
import { ColorSchemeToggle } from '../../ui/ColorSchemeToggle.tsx'
import { DemoTag } from '../../ui/DemoTag.tsx'
import { countItems, useBasket } from '../basket/basket.ts'
import mark from '../mark.svg'
import styles from './Shell.module.css'

/** The shop's name, and the basket. */
export function Header() {
  const count = countItems(useBasket())
  const pieces = `${count} ${count === 1 ? 'piece' : 'pieces'}`
  return (
    <header className={styles.header}>
      <Link to="/" className={styles.brand}>
        <img src={mark} alt="" width={34} height={34} />
        <span>Kiln &amp; Table</span>
      </Link>
      <DemoTag className={styles.tag} />
      <span className={styles.space} />
      <ColorSchemeToggle />
      <Link to="/basket" className={styles.basket}>
        <IconBasket size={22} stroke={1.6} aria-hidden="true" />
        <span className="visually-hidden">{`Basket, ${pieces}`}</span>
        <span className={styles.word} aria-hidden="true">
          Basket
        </span>
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {count}
          </span>
        )}
      </Link>
    </header>
  )
}
