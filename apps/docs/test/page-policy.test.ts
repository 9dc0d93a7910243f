import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractStyles } from '../plugins/page-policy/styles.mts'

test('style attributes become rules that take precedence over classes, one for each style', () => {
  const { pages, css } = extractStyles([
    '<p class=a style=color:red>1</p><i style="font: 1em &quot;Inter&quot;" />',
    "<p title='1 > 0' style='color:red'>2</p>",
  ])
  assert.deepEqual(pages, [
    '<p class=a data-style="0">1</p><i data-style="1" />',
    `<p title='1 > 0' data-style="0">2</p>`,
  ])
  assert.equal(css, '[data-style="0"]:not(#_){color:red}\n[data-style="1"]:not(#_){font: 1em "Inter"}')
})

test('scripts and text stay as they are', () => {
  const page = `<script>a = '<p style=color:red>'</script><code>&lt;p style=color:red&gt; style=a</code>`
  assert.deepEqual(extractStyles([page]).pages, [page])
})
