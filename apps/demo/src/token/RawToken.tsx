import { CopyButton } from '../ui/CopyButton.tsx'
import styles from './TokenPanel.module.css'

/** The encoded token, with its three parts in different colors. */
export function RawToken({ token, changedAt }: { token: string; changedAt?: number }) {
  return (
    <figure className={styles.raw}>
      <figcaption>
        <span>
          As it travels: <b data-part="0">header</b>.<b data-part="1">claims</b>.<b data-part="2">signature</b>
        </span>
        <CopyButton text={token} what="token" />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard */}
      <section className={styles.box} tabIndex={0} aria-label="Raw token">
        <code>
          {splitToken(token, changedAt).map(({ text, part, changed }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no other identity
            <span key={index} data-part={part} data-changed={changed}>
              {text}
            </span>
          ))}
        </code>
      </section>
    </figure>
  )
}

type TokenPart = { text: string; part: number; changed?: boolean }

function splitToken(token: string, changedAt?: number): TokenPart[] {
  const dots = [token.indexOf('.'), token.lastIndexOf('.')] as const
  const cuts = [0, dots[0], dots[1], token.length]
  if (changedAt !== undefined) cuts.push(changedAt, changedAt + 1)
  cuts.sort((a, b) => a - b)
  return cuts.slice(0, -1).map((from, index) => ({
    text: token.slice(from, cuts[index + 1]),
    part: Number(from >= dots[0]) + Number(from >= dots[1]),
    changed: from === changedAt || undefined,
  }))
}
