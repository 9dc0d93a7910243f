import { useElementSize } from '@mantine/hooks'
import { useId } from 'react'
import { formatCount, formatShare } from '../ui/numbers.ts'
import styles from './Chart.module.css'
import { type Flow, layoutFlow, listSteps, type Node, nodeWidth, type Step } from './flow.ts'
import { findFill, Patterns } from './Patterns.tsx'
import { SvgLink } from './SvgLink.tsx'

/** Below, the steps are listed from top to bottom. */
const narrowestFlow = 640

type Props = { label: string; flow: Flow; findPath: (step: Step) => string }
type SizedProps = Omit<Props, 'label'> & { width: number }

/** The steps of registrations as a flow: the width of a band shows how many took it. */
export function FlowChart({ label, ...content }: Props) {
  const { ref, width } = useElementSize<HTMLElement>()
  const Chart = width < narrowestFlow ? TallFlow : WideFlow
  return (
    <figure ref={ref} className={styles.chart} aria-label={label}>
      {width > 0 && <Chart {...content} width={width} />}
    </figure>
  )
}

function WideFlow({ flow, findPath, width }: SizedProps) {
  const id = useId()
  const { nodes, bands, height } = layoutFlow(flow, width)
  return (
    <svg className={styles.svg} width={width} height={height} role="presentation">
      <Patterns id={id} />
      {bands.map(({ key, path, tone }) => (
        <path key={key} className={styles.band} data-tone={tone} d={path} />
      ))}
      {nodes.map((node) => (
        <SvgLink key={node.step.key} to={findPath(node.step)}>
          <rect x={node.x} y={node.y} width={nodeWidth} height={node.height} rx={2} fill={findFill(id, node.tone)} />
          <Label node={node} flow={flow} />
        </SvgLink>
      ))}
    </svg>
  )
}

function Label({ node: { step, x, y, height, side }, flow }: { node: Node; flow: Flow }) {
  const figures = `${formatCount(step.count)} · ${formatStep(step, flow)}`
  if (side === 'above') {
    return (
      <>
        <text className={styles.name} x={x} y={y - 32}>
          {step.name}
        </text>
        <text className={styles.share} x={x} y={y - 13}>
          {figures}
        </text>
      </>
    )
  }
  const [at, anchor] = side === 'left' ? [x - 8, 'end' as const] : [x + nodeWidth + 10, 'start' as const]
  const start = side === 'left' ? y + height / 2 - 4 : y + (height > 40 ? height / 2 - 4 : 10)
  return (
    <>
      <text className={styles.name} x={at} y={start} textAnchor={anchor}>
        {step.name}
      </text>
      <text className={styles.share} x={at} y={start + 18} textAnchor={anchor}>
        {figures}
      </text>
    </>
  )
}

const rowHeight = 52

function TallFlow({ flow, findPath, width }: SizedProps) {
  const id = useId()
  const { unsupported, dropOffs } = flow
  const lost = new Set([unsupported, ...dropOffs])
  const steps = listSteps(flow)
  const most = Math.max(1, ...steps.map(({ count }) => count))
  return (
    <svg className={styles.svg} width={width} height={steps.length * rowHeight} role="presentation">
      <Patterns id={id} />
      {steps.map((step, index) => (
        <g key={step.key} transform={`translate(0 ${index * rowHeight})`}>
          <SvgLink to={findPath(step)}>
            <text className={styles.name} y={18}>
              {step.name}
            </text>
            <text className={styles.share} x={width} y={18} textAnchor="end">
              {formatCount(step.count)} · {formatStep(step, flow)}
            </text>
            <rect className={styles.track} y={28} width={width} height={10} rx={3} />
            <rect
              y={28}
              width={Math.max(2, (step.count / most) * width)}
              height={10}
              rx={3}
              fill={findFill(id, lost.has(step) ? 1 : step.key === 'automatic' ? 2 : 0)}
            />
          </SvgLink>
        </g>
      ))}
    </svg>
  )
}

const formatStep = ({ count }: Step, { offered }: Flow) => formatShare(offered.count === 0 ? 0 : count / offered.count)
