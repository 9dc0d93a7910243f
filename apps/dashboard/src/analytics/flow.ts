import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import type { Filters } from '../common/events/filters.ts'
import type { Adoption } from './queries.ts'

/** One step of the flow: how many registrations came there. */
export type Step = { key: string; name: string; count: number; type: string }

/** Registrations from the offer of a passkey to its creation. The counts of each part add up to the part before. */
export type Flow = {
  offered: Step
  supported: Step
  unsupported: Step
  paths: Step[]
  created: Step
  dropOffs: Step[]
}

const counted = 'fido2.attempts.counted'

/** The steps of a report. Registrations start automatically only on devices that support it. */
export function createFlow({ offered, supported, started, created, dropOffs }: Adoption): Flow {
  const dialog = Math.max(0, supported - started.automatic)
  return {
    offered: { key: 'offered', name: i18n._(msg`Offered`), count: offered, type: counted },
    supported: { key: 'supported', name: i18n._(msg`Supported`), count: supported, type: counted },
    unsupported: { key: 'unsupported', name: i18n._(msg`Not supported`), count: offered - supported, type: counted },
    paths: [
      { key: 'dialog', name: i18n._(msg`With a dialog`), count: dialog, type: counted },
      { key: 'automatic', name: i18n._(msg`Automatically`), count: supported - dialog, type: counted },
    ],
    created: {
      key: 'created',
      name: i18n._(msg({ message: 'Created', context: 'passkeys' })),
      count: created,
      type: 'fido2.passkey.reg.success',
    },
    dropOffs: [
      { key: 'alreadyExists', name: i18n._(msg`Already exists`), count: dropOffs.alreadyExists, type: counted },
      { key: 'aborted', name: i18n._(msg`Canceled or timed out`), count: dropOffs.aborted, type: counted },
      { key: 'error', name: i18n._(msg`Error`), count: dropOffs.error, type: 'fido2.passkey.reg.failure' },
      { key: 'unfinished', name: i18n._(msg`Unfinished`), count: dropOffs.unfinished, type: counted },
    ],
  }
}

/** Every step, in the order of the table. */
export const listSteps = ({ offered, supported, unsupported, paths, created, dropOffs }: Flow): Step[] => [
  offered,
  supported,
  ...paths,
  created,
  unsupported,
  ...dropOffs,
]

/** The events behind a step. */
export const filterStep = ({ type }: Step): Filters => ({ type })

/** A bar of the chart. `tone`: what has its color, of the series of charts. */
export type Node = { step: Step; x: number; y: number; height: number; tone: number; side: 'above' | 'left' | 'right' }

/** A band from one bar to another. */
export type Band = { key: string; path: string; tone: number }

export type FlowLayout = { nodes: Node[]; bands: Band[]; height: number }

export const nodeWidth = 12
/** For the names above the bars. */
const top = 52
const plotHeight = 260
/** A name with a number below it. */
const labelHeight = 40
const gap = 12

const tones = { on: 0, lost: 1, automatic: 2 }

/** Places the steps from left to right; what was lost leaves at the bottom. */
export function layoutFlow(flow: Flow, width: number): FlowLayout {
  const { offered, supported, unsupported, created, dropOffs } = flow
  const ends = [created, ...dropOffs]
  const total = Math.max(1, offered.count, sum(ends) + unsupported.count)
  const scale = (count: number) => (count / total) * plotHeight
  const [first, second, third, last] = findColumns(width)
  const bar = (step: Step, x: number, y: number): Omit<Node, 'tone' | 'side'> => {
    return { step, x, y, height: Math.max(step.count > 0 ? 2 : 1, scale(step.count)) }
  }
  const from = { ...bar(offered, first, top), tone: tones.on, side: 'above' } as const
  const through = { ...bar(supported, second, top), tone: tones.on, side: 'above' } as const
  const without = { ...bar(unsupported, second, top + through.height + gap), tone: tones.lost, side: 'right' } as const
  const paths = placePaths(flow, (step, y) => bar(step, third, y))
  const outcomes = placeEnds(ends, (step, y) => bar(step, last, y))
  const bands = [
    joinBars({ x: first, y: top, height: scale(supported.count) }, through),
    joinBars({ x: first, y: top + scale(supported.count), height: scale(unsupported.count) }, without),
    joinBars(through, { ...paths[0]!, height: scale(supported.count), tone: tones.on }),
    ...spread({ x: third, y: top }, { outcomes, scale }),
  ]
  const nodes = [from, through, without, ...paths, ...outcomes]
  return { nodes, bands, height: Math.max(...nodes.map(({ y, height }) => y + Math.max(height, labelHeight))) }
}

const sum = (steps: readonly Step[]) => steps.reduce((total, { count }) => total + count, 0)

/** Where the bars of each stage begin; the last ones have their names on the right. */
function findColumns(width: number): [number, number, number, number] {
  const last = width - 190
  return [0, last * 0.28, last * 0.6, last]
}

type Place = (step: Step, y: number) => Omit<Node, 'tone' | 'side'>

function placePaths({ paths }: Flow, place: Place): Node[] {
  let y = top
  return paths.map((step, index) => {
    const node: Node = { ...place(step, y), tone: index === 0 ? tones.on : tones.automatic, side: 'left' }
    y += node.height
    return node
  })
}

function placeEnds(ends: readonly Step[], place: Place): Node[] {
  let y = top
  return ends.map((step, index) => {
    const node: Node = { ...place(step, y), tone: index === 0 ? tones.on : tones.lost, side: 'right' }
    y += Math.max(node.height, labelHeight) + gap
    return node
  })
}

type Bar = { x: number; y: number; height: number }

/** Joins the paths with what became of them, which is known of both together. */
function spread(
  { x, y }: { x: number; y: number },
  to: { outcomes: Node[]; scale: (count: number) => number },
): Band[] {
  let start = y
  return to.outcomes.map((node) => {
    const height = to.scale(node.step.count)
    const band = joinBars({ x, y: start, height }, node)
    start += height
    return band
  })
}

function joinBars(from: Bar, to: Bar & { step: Step; tone: number }): Band {
  const [start, end] = [from.x + nodeWidth, to.x]
  const middle = (start + end) / 2
  const height = Math.max(from.height, 1)
  const curve = (startY: number, endX: number, endY: number) => `${middle},${startY} ${middle},${endY} ${endX},${endY}`
  const above = `M${start},${from.y} C${curve(from.y, end, to.y)}`
  const below = `L${end},${to.y + to.height} C${curve(to.y + to.height, start, from.y + height)} Z`
  return { key: `${from.x}-${to.step.key}`, path: `${above} ${below}`, tone: to.tone }
}
