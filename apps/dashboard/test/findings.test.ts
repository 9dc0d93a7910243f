import assert from 'node:assert/strict'
import { test } from 'node:test'
import './english.ts'
import * as contract from '@thumbturn/contract/vocabulary/finding-texts.ts'
import { findingAdvice } from '../src/common/findings/advice.ts'
import { findingTexts } from '../src/common/findings/texts.ts'
import { translateFinding } from '../src/common/findings/translate.ts'

const toEnglish = (texts: Readonly<Record<string, { message?: string }>>) =>
  Object.fromEntries(Object.entries(texts).map(([code, { message }]) => [code, message]))

test('the dashboard says in English what the service says', () => {
  assert.deepEqual(toEnglish(findingTexts), contract.findingTexts)
  assert.deepEqual(toEnglish(findingAdvice), contract.findingAdvice)
})

test('a finding is translated by its codes, with its values', () => {
  const finding = {
    name: 'application shop',
    status: 'warning' as const,
    message: 'in the words of the service',
    messagePhrase: { code: 'origin_rejected', values: { origin: 'https://a.example' } },
    advice: 'so is the advice',
    advicePhrase: { code: 'set_clock', values: {} },
  }
  assert.deepEqual(translateFinding(finding), {
    name: 'Application shop',
    message: 'a page of https://a.example called, and that origin is not allowed',
    advice: 'Set the clock of this machine by NTP',
  })
})

test('a finding with codes of a newer service, or without any, stays as the service wrote it', () => {
  const newer = { code: 'constructor', values: {} }
  const finding = { name: 'orbit', status: 'good' as const, message: 'all is well', messagePhrase: newer }
  assert.deepEqual(translateFinding(finding), { name: 'orbit', message: 'all is well', advice: undefined })
  assert.equal(translateFinding({ name: 'clock', status: 'good', message: 'it ticks' }).message, 'it ticks')
})
