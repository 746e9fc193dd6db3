import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../../texts/texts.ts'
import { kindsOf, whyRefused } from './file-kinds.ts'

beforeAll(() => loadTexts('common', 'player'))

test('media types are named as people do', () => {
  expect(kindsOf(['image/*', 'application/pdf'])).toBe('pictures or PDF')
  expect(kindsOf(['application/x-tar', 'image/svg+xml'])).toBe('TAR or SVG')
})

test.each<[string, string, number, string | undefined]>([
  ['a film', 'video/webm', 9, 'this lesson accepts pictures or PDF'],
  ['what is too large', 'image/png', 30_000_000, 'at most 25'],
  ['a picture', 'image/png', 9, undefined],
  ['what the browser does not know', '', 9, undefined],
])('%s is judged when it is chosen', (_, type, size, words) => {
  const refused = whyRefused({ type, size }, ['image/*', 'application/pdf'], 25_000_000)
  if (words === undefined) expect(refused).toBeUndefined()
  else expect(refused).toContain(words)
})
