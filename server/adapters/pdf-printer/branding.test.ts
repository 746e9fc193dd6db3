import { expect, test } from 'vitest'
import { pictureUrlOf } from './branding.ts'

test.each([
  ['alone', '<svg viewBox="0 0 1 1"/>'],
  [
    'after the lines that programs put before it',
    '\uFEFF<?xml version="1.0"?>\n<!-- a --> <!-- b -->\n<!DOCTYPE svg PUBLIC "x" "y">\n<!-- c -->\n<svg>',
  ],
])('an SVG is recognised %s', (_, svg) => {
  expect(pictureUrlOf(Buffer.from(svg))).toBe(
    `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  )
})

test.each([
  ['a page', '<!-- <svg> --><html>'],
  ['half a comment', '<!-- <svg>'],
  ['forty comments before a page', `${'<!-- a -->'.repeat(40)}<html>`],
  ['a comment of half a megabyte', `<!--${'-'.repeat(500_000)}`],
  ['nothing', ''],
])('%s is not a picture, and that shows at once', (_, text) => {
  const began = performance.now()

  expect(pictureUrlOf(Buffer.from(text))).toBeUndefined()

  expect(performance.now() - began).toBeLessThan(1_000)
})
