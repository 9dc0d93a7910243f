import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digestCode } from '../src/code.ts'
import { listParts, type Part, runParts } from '../src/parts.ts'
import type { Torture } from '../src/torture.ts'
import { tortures } from '../src/tortures.ts'

const torture: Torture = {
  ...tortures.model!,
  variants: [
    { engine: 'sqlite', nodes: 1 },
    { engine: 'postgres', nodes: 2 },
  ],
  rounds: 10,
  parts: 2,
}

test('the parts of a complete run share the rounds of each variant, with seeds of their own', () => {
  const parts = listParts('model', torture, 7)
  assert.deepEqual(
    parts.map(({ title, args }) => `${title}: ${args.slice(4).join(' ')}`),
    [
      'T-4, SQLite, 1 node, part 1 of 2: --rounds 5 --only runs --engine sqlite --nodes 1 --seed 7',
      'T-4, SQLite, 1 node, part 2 of 2: --rounds 5 --only runs --engine sqlite --nodes 1 --seed 12',
      'T-4, PostgreSQL, 2 nodes, part 1 of 2: --rounds 5 --only runs --engine postgres --nodes 2 --seed 17',
      'T-4, PostgreSQL, 2 nodes, part 2 of 2: --rounds 5 --only runs --engine postgres --nodes 2 --seed 22',
      'T-4, controls: --rounds 5 --only controls --seed 7',
    ],
  )
})

test('every part of every target has a title of its own', () => {
  const titles = Object.entries(tortures).flatMap(([name, one]) => listParts(name, one, 1).map(({ title }) => title))
  assert.deepEqual(titles, [...new Set(titles)])
})

test('a part that is about times runs alone, and the others fill the cores', async () => {
  const [timed] = listParts('latency', tortures.latency!, 1)
  const [other] = listParts('model', torture, 1)
  const running = new Set<Part>()
  const together: string[] = []
  const parts = [other!, timed!, { ...other! }, { ...timed! }, { ...other! }]
  await runParts(parts, async (part) => {
    running.add(part)
    await new Promise(setImmediate)
    together.push([...running].map(({ target }) => target).join(' and '))
    running.delete(part)
  })
  assert.equal(together.length, parts.length)
  const alone = timed!.cores === 1 ? [] : together.filter((targets) => targets !== 'T-21' && targets.includes('T-21'))
  assert.deepEqual(alone, [])
})

test('a digest changes with the files, and is the same for the same ones', () => {
  assert.equal(digestCode(['torture/src/common']), digestCode(['torture/src/common']))
  assert.notEqual(digestCode(['torture/src/common']), digestCode(['torture/src/common', 'torture/src/doubles']))
})
