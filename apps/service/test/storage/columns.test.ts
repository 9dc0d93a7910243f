import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  flag,
  hidden,
  type Input,
  json,
  named,
  number,
  omittable,
  onlyTrue,
  optional,
  type StoredRow,
  table,
  text,
} from '../../src/storage/columns.ts'

const books = table(
  'books',
  {
    id: text(),
    kind: text<'novel' | 'essay'>(),
    hash: named('book_hash', text()),
    tags: json<readonly string[]>(),
    isLent: flag(),
    lentTo: optional(text()),
    returnedAt: omittable(number()),
    rare: onlyTrue(),
    shelf: hidden(optional(number())),
  },
  ['id'],
)

const row = {
  id: 'b1',
  kind: 'novel',
  book_hash: 'x',
  tags: '["sea"]',
  is_lent: 1,
  lent_to: null,
  returned_at: null,
  rare: 0,
  shelf: 3,
}

test('an entity is stored under its column names', () => {
  const entity = {
    id: 'b1',
    kind: 'novel',
    hash: 'x',
    tags: ['sea'],
    isLent: true,
    lentTo: undefined,
    shelf: 3,
  } as const
  assert.deepEqual(books.store(entity), row)
  assert.deepEqual(books.all, Object.keys(row))
})

test('a row is loaded as the stored entity, without hidden columns and absent values', () => {
  assert.deepEqual(books.load(row), {
    id: 'b1',
    kind: 'novel',
    hash: 'x',
    tags: ['sea'],
    isLent: true,
    lentTo: undefined,
  })
  assert.deepEqual(Object.keys(books.load({ ...row, rare: 1, returned_at: 5 })).slice(-2), ['returnedAt', 'rare'])
})

test('the select list names every loaded column, with a prefix for joins', () => {
  assert.deepEqual(books.columns.slice(0, 3), ['books.id', 'books.kind', 'books.book_hash'])
  assert.ok(!books.columns.some((column) => column.endsWith('shelf')))
  const { columns, load } = books.prefixed('their_')
  assert.equal(columns[2], 'books.book_hash as their_book_hash')
  const prefixed = Object.fromEntries(Object.entries(row).map(([column, value]) => [`their_${column}`, value]))
  assert.deepEqual(load(prefixed as Parameters<typeof load>[0]), books.load(row))
})

test('the types of rows and entities follow from the columns', () => {
  type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
  const rows: Same<StoredRow<typeof books>['returned_at'], number | null> = true
  const names: Same<
    keyof StoredRow<typeof books>,
    'id' | 'kind' | 'book_hash' | 'tags' | 'is_lent' | 'lent_to' | 'returned_at' | 'rare' | 'shelf'
  > = true
  const kinds: Same<ReturnType<typeof books.load>['kind'], 'novel' | 'essay'> = true
  const inputs: Same<Input<typeof books>['shelf'], number | undefined> = true
  const hiddenColumn: Same<Extract<(typeof books.columns)[number], 'books.shelf'>, never> = true
  assert.ok(rows && names && kinds && inputs && hiddenColumn)
})

test('the key of a table names its columns', () => {
  // @ts-expect-error: no column has this name.
  const wrong = table('books', { bookId: text() }, ['bookId'])
  assert.deepEqual(wrong.all, ['book_id'])
})
