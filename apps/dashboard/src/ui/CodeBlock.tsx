import { Fragment } from 'react'
import styles from './CodeBlock.module.css'
import { CopyButton } from './CopyButton.tsx'
import { highlight, type Language } from './highlight.ts'

type Props = { code: string; what: string; title?: string; language?: Language }

/** Code with a button that copies it; its parts are colored if its language is known. */
export function CodeBlock({ code, what, title, language }: Props) {
  return (
    <figure className={styles.block}>
      <figcaption className={styles.head}>
        <span>{title ?? what}</span>
        <CopyButton text={code} what={what} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide code must be scrollable with the keyboard */}
      <pre className={styles.code} tabIndex={0}>
        <code>{language ? <Colored code={code} language={language} /> : code}</code>
      </pre>
    </figure>
  )
}

function Colored({ code, language }: { code: string; language: Language }) {
  return highlight(code, language).map((line, number) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a text have no other identity
    <Fragment key={number}>
      {number > 0 && '\n'}
      {line.map(({ text, kind }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: neither have the parts of a line
        <span key={index} data-kind={kind}>
          {text}
        </span>
      ))}
    </Fragment>
  ))
}
