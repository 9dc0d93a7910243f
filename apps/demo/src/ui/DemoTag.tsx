import styles from './DemoTag.module.css'

/** Says beside the name of a page that it is a demo; a page may hide it by `className`. */
export const DemoTag = ({ className = '' }: { className?: string }) => (
  <span className={`${styles.tag} ${className}`}>Demo</span>
)
