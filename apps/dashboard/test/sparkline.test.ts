import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawSparkline } from '../src/ui/draw-sparkline.ts'

const box = { width: 96, height: 28, inset: 3 }

/** The heights above zero of the days that are over. */
const readHeights = (path: string) => [...path.matchAll(/,([\d.]+)/g)].map(([, y]) => 25 - Number(y))

test('the day that is not over is apart from the line, and does not pull it down', () => {
  const { whole, today, end } = drawSparkline([40, 40, 40, 2], box)!
  assert.deepEqual(readHeights(whole), [22, 22, 22])
  assert.equal(today, 'M63,3 L93,23.9')
  assert.deepEqual(end, { x: 93, y: 23.9 })
})

test('a single sign-in does not fill the height', () => {
  const { whole } = drawSparkline([0, 1, 0, 0], box)!
  assert.ok(Math.max(...readHeights(whole)) < 3)
})

test('the scale begins at zero, so a small difference stays small', () => {
  const { whole } = drawSparkline([100, 95, 100, 0], box)!
  assert.ok(Math.min(...readHeights(whole)) > 20)
})

test('without any count there is no line', () => {
  assert.equal(drawSparkline([0, 0, 0], box), undefined)
  assert.equal(drawSparkline([], box), undefined)
})
