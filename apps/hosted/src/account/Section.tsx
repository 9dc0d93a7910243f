import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

type Props = { title: string; text?: string; children: ComponentChildren }

export function Section({ title, text, children }: Props) {
  const id = useId()
  return (
    <section class="section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {text && <p>{text}</p>}
      </div>
      <div>{children}</div>
    </section>
  )
}

type RowProps = {
  title: string
  facts: readonly (string | undefined | false)[]
  badge?: string | undefined
  children?: ComponentChildren
}

/** An entry of a list with its actions. */
export const Row = ({ title, facts, badge, children }: RowProps) => (
  <div class="row">
    <div>
      <strong>{title}</strong>
      {badge && <b class="badge">{badge}</b>}
      <small>{facts.filter(Boolean).join(' · ')}</small>
    </div>
    {children && <div class="actions">{children}</div>}
  </div>
)
