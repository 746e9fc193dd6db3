import { expect, test } from 'vitest'
import { anchorAt, placeOf } from './anchors.ts'

const text = 'A bowline holds. The bowline is a loop. 🪢 Tie the bowline again.'

test('words are found again among the same words elsewhere, by what stands around them', () => {
  for (const match of text.matchAll(/bowline/g))
    expect(placeOf(text, anchorAt(text, match.index, 7))).toBe(match.index)
  const changed = text.replace('A bowline holds.', 'A bowline holds well, says a bowline.')
  const third = text.lastIndexOf('bowline')
  expect(placeOf(changed, anchorAt(text, third, 7))).toBe(changed.lastIndexOf('bowline'))
})

test('words that are gone are found nowhere, and no half of a character is kept', () => {
  expect(placeOf('A hitch.', anchorAt(text, 2, 7))).toBeUndefined()
  const { quote, prefix, suffix } = anchorAt('🪢'.repeat(600), 1, 1_001)
  expect([quote, prefix, suffix].every((part) => part.isWellFormed())).toBe(true)
})
