import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findShape } from '../src/ui/page-shape.ts'

test('a page has its shape before its data, also one that is added later', () => {
  assert.deepEqual(findShape('/'), ['table'])
  assert.deepEqual(findShape('/applications/shop'), ['chart', 'facts'])
  assert.deepEqual(findShape('/applications/new'), ['form'])
  assert.deepEqual(findShape('/applications/shop/settings'), ['settings'])
  assert.deepEqual(findShape('/applications/shop/users/621d4597'), ['facts', 'table'])
  assert.deepEqual(findShape('/applications/shop/connectors/new'), ['form'])
  assert.deepEqual(findShape('/applications/shop/newcomers'), ['table'])
  assert.deepEqual(findShape('/somewhere/else'), ['rows'])
})
