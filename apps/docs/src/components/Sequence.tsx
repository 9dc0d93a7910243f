import { type ReactNode, useId } from 'react'

type Arrow = { kind: 'arrow'; from: number; to: number; back: boolean; text: string }
type Note = { kind: 'note'; at: number; text: string }
type Step = Arrow | Note

const column = 220
const row = 46
const top = 60

/**
 * A sequence of calls, drawn from lines of text: `Page -> Thumbturn: what is sent`, `Thumbturn --> Page: what comes
 * back`, `note Page: what happens there`. The same follows as a list, for users who can't see the picture.
 */
export function Sequence({ title, children }: { title: string; children: string }): ReactNode {
  const { actors, steps } = readSequence(children)
  const width = actors.length * column
  const height = top + steps.length * row + 24
  const marker = useId()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it scrolls, which the keyboard must be able to do
    <figure className="sequence" tabIndex={0}>
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" style={{ maxWidth: width * 1.15 }}>
        <defs>
          <marker
            id={marker}
            viewBox="0 0 10 10"
            refX="9"
            refY="5"
            markerWidth="7"
            markerHeight="7"
            orient="auto-start-reverse"
          >
            <path className="head" d="M0 0 10 5 0 10z" />
          </marker>
        </defs>
        {actors.map((actor, index) => (
          <g key={actor}>
            <line className="life" x1={middle(index)} x2={middle(index)} y1={40} y2={height - 8} />
            <rect className="actor" x={middle(index) - 80} y={8} width={160} height={32} rx={8} />
            <text className="actor-name" x={middle(index)} y={29} textAnchor="middle">
              {actor}
            </text>
          </g>
        ))}
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a fixed picture; steps never change places
          <StepShape key={index} step={step} y={top + index * row + 22} width={width} marker={marker} />
        ))}
      </svg>
      <figcaption className="visually-hidden">{title}</figcaption>
      <ol className="visually-hidden">
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={index}>{inWords(step, actors)}</li>
        ))}
      </ol>
    </figure>
  )
}

const middle = (index: number) => index * column + column / 2

type ShapeProps = { step: Step; y: number; width: number; marker: string }

function StepShape({ step, y, width, marker }: ShapeProps) {
  if (step.kind === 'note') return <NoteShape note={step} y={y} width={width} />
  const [start, end] = [middle(step.from), middle(step.to)]
  const isCode = /^(GET|POST|PUT|DELETE) /.test(step.text)
  return (
    <g>
      <path className={step.back ? 'arrow back' : 'arrow'} d={`M${start} ${y}H${end}`} markerEnd={`url(#${marker})`} />
      <text className={isCode ? 'label code' : 'label'} x={(start + end) / 2} y={y - 8} textAnchor="middle">
        {step.text}
      </text>
    </g>
  )
}

/** At its actor, moved where it would stick out of the picture. */
function NoteShape({ note: { at, text }, y, width }: { note: Note; y: number; width: number }) {
  const own = Math.min(column * 1.6, text.length * 6.6 + 24)
  const centre = Math.min(Math.max(middle(at), own / 2 + 1), width - own / 2 - 1)
  return (
    <g>
      <rect className="note" x={centre - own / 2} y={y - 20} width={own} height={28} rx={6} />
      <text className="noted" x={centre} y={y - 2} textAnchor="middle">
        {text}
      </text>
    </g>
  )
}

const inWords = (step: Step, actors: readonly string[]) =>
  step.kind === 'note' ? `${actors[step.at]}: ${step.text}` : `${actors[step.from]} to ${actors[step.to]}: ${step.text}`

/** The actors in the order in which they appear, and what passes between them. */
export function readSequence(text: string): { actors: string[]; steps: Step[] } {
  const actors: string[] = []
  const numberActor = (name: string) => {
    if (!actors.includes(name)) actors.push(name)
    return actors.indexOf(name)
  }
  const steps = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line): Step => {
      const note = /^note ([^:]+): (.+)$/.exec(line)
      if (note) return { kind: 'note', at: numberActor(note[1]!), text: note[2]! }
      const arrow = /^(.+?) (-->|->) ([^:]+): (.+)$/.exec(line)
      if (!arrow) throw new Error(`Not a line of a sequence: ${line}`)
      const [, from, sign, to, text] = arrow
      return { kind: 'arrow', from: numberActor(from!), to: numberActor(to!), back: sign === '-->', text: text! }
    })
  return { actors, steps }
}
