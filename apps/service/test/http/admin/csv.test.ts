import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCsv } from '../../../src/http/admin/csv.ts'

const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\uff1d1', '\uff20SUM(A1)']

for (const text of formulas)
  test(`${JSON.stringify(text)} is no formula in CSV`, () => {
    const { body } = createCsv('report', [[text, -1]])
    assert.match(String(body), /^"?'/)
    assert.match(String(body), /,-1\r\n$/, 'a number stays a number')
  })

for (const separator of [',', ';', '\t', '\r\n', '"'])
  test(`a text that contains ${JSON.stringify(separator)} stays one cell of CSV`, () => {
    const { body } = createCsv('report', [[`a${separator}=1`]])
    assert.equal(body, `"a${separator === '"' ? '""' : separator}=1"\r\n`)
  })
