import styles from './CodeBlock.module.css'
import { CopyButton } from './CopyButton.tsx'

type Props = { code: string; what: string; title?: string }

/** Code with a button that copies it. */
export function CodeBlock({ code, what, title }: Props) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head}>
        <span>{title ?? what}</span>
        <CopyButton text={code} what={what} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code must be scrollable with the keyboard */}
      <pre className={styles.code} tabIndex={0}>
        <code>{code}</code>
      </pre>
    </figure>
  )
}
