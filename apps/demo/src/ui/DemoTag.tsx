import styles from './DemoTag.module.css'

/** Marks a page as a demo; a page can hide it with `className`. */
export const DemoTag = ({ className = '' }: { className?: string }) => (
  <span className={`${styles.tag} ${className}`}>Demo</span>
)
