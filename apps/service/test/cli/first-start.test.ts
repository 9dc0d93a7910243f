import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseFirstStart } from '../../src/cli/first-start.ts'

/** Answers the questions in turn, then ends the input. */
async function choose(...answers: string[]) {
  const questions: string[] = []
  const chosen = await chooseFirstStart({ HOST: 'localhost' }, async (question) => {
    questions.push(question)
    return answers.shift()
  })
  return { chosen, questions }
}

test('in a folder without data, the first start asks what to do, and repeats the question until it is answered', async () => {
  const { chosen, questions } = await choose('x', '', '1')
  assert.deepEqual(chosen, { command: 'dev', env: { HOST: 'localhost' } })
  assert.match(questions[0]!, /no Thumbturn data in this folder yet/)
  assert.equal(questions[2], '  Enter 1, 2, or 3: ')
  assert.equal((await choose('3')).chosen?.command, 'help')
})

test('for production, it asks for an address until that can be one', async () => {
  const { chosen } = await choose('2', 'id.example.com', 'https://id.example.com/')
  assert.deepEqual(chosen, { command: 'serve', env: { HOST: 'localhost', BASE_URL: 'https://id.example.com' } })
})

test('it starts nothing if the input ends', async () => {
  for (const answers of [[], ['2']]) assert.equal((await choose(...answers)).chosen, undefined)
})
