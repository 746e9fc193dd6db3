import { expect, test } from 'vitest'
import {
  defaultBranding,
  designOf,
  findPictureFault,
  isVisible,
  pictureUrlOf,
  withoutPictures,
} from './branding.ts'

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

  expect(performance.now() - began).toBeLessThan(10_000)
})

/** Returns the head of a PNG, which announces its size before a single pixel. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(33)
  head.write('89504e470d0a1a0a0000000d49484452', 'hex')
  head.writeUInt32BE(width, 16)
  head.writeUInt32BE(height, 20)
  return head
}

test('a design without its pictures keeps its words and its paper, and has the usual seal', () => {
  const words = { heading: 'Diploma', paper: 'Letter', orientation: 'portrait' } as const
  const pictured = { ...defaultBranding, ...words, seal: 'data:,', background: 'data:,' }

  expect(withoutPictures(pictured)).toEqual({ ...defaultBranding, ...words })
  expect(withoutPictures({ ...pictured, seal: false }).seal).toBe(false)
})

test('what a design leaves out is not stored, so that earlier ones keep their hash', () => {
  expect(JSON.stringify(designOf(defaultBranding))).toBe('{}')
  expect(JSON.stringify(designOf({ paper: 'A4', heading: 'Diploma' }))).toBe(
    '{"heading":"Diploma","paper":"A4"}',
  )
})

test.each([
  ['a usual logo', pngOf(2_000, 500), undefined],
  ['a PNG of 20,000 by 20,000 pixels', pngOf(20_000, 20_000), /^has 400000000 pixels/u],
  ['a PNG as wide as can be', pngOf(0xffff_ffff, 0xffff_ffff), /^has \d+ pixels/u],
  ['a PNG without a size', pngOf(4_000, 4_000).subarray(0, 12), undefined],
  ['a text', Buffer.from('hello'), /^is neither a PNG nor an SVG$/u],
  ['more than half a megabyte', Buffer.alloc(500_001), /^is larger than 500 kB$/u],
])('a picture is judged by its first bytes, before it is decoded: %s', (_, bytes, fault) => {
  expect(findPictureFault(bytes)).toEqual(
    fault === undefined ? undefined : expect.stringMatching(fault),
  )
})

test.each([
  ['#1a2b45', true, true],
  ['#a4823f', false, true],
  ['#d4af37', false, true],
  ['#ffff00', false, false],
  ['#FFFFFF', false, false],
])('a color has to stand out from white paper: %s', (color, asText, asOrnament) => {
  expect([isVisible(color, 'text'), isVisible(color, 'ornament')]).toEqual([asText, asOrnament])
})
