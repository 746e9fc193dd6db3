import { expect, test } from 'vitest'
import { FontTables } from './font-tables.ts'
import { type Drawn, mergeFonts } from './merge-fonts.ts'
import { findSlice } from './subsets.ts'

async function given(text: string): Promise<Drawn[]> {
  const characters = [...text].map((character) => character.codePointAt(0) ?? 0)
  return Promise.all(
    characters.map(async (codePoint) => {
      const slice = await findSlice([codePoint], ['noto-serif-jp'])
      if (slice?.family !== 'noto-serif-jp') throw new Error('not in this family')
      return { codePoint, tables: slice.tables }
    }),
  )
}

test('a merged font has the outlines and widths of its characters from all their files, and no others', async () => {
  const drawn = await given('渡邉さくら骨直')

  const merged = new FontTables(mergeFonts(drawn))

  expect([...merged.glyphs.keys()].sort()).toEqual(drawn.map(({ codePoint }) => codePoint).sort())
  expect(new Set(drawn.map(({ tables }) => tables)).size).toBeGreaterThan(2)
  for (const { codePoint, tables } of drawn) {
    const [before, after] = [tables.glyphs.get(codePoint) ?? 0, merged.glyphs.get(codePoint) ?? 0]
    expect(merged.metrics(after)).toEqual(tables.metrics(before))
    expect(bytesOf(merged.outline(after)).subarray(0, tables.outline(before).byteLength)).toEqual(
      bytesOf(tables.outline(before)),
    )
  }
})

test('the same characters make the same font, in whatever order they come', async () => {
  const drawn = await given('骨直渡')

  // The glyph for what is missing comes from the file of the first one.
  const [first, ...others] = drawn
  expect(mergeFonts(drawn)).toEqual(
    mergeFonts([...(first === undefined ? [] : [first]), ...others.reverse()]),
  )
})

function bytesOf({ buffer, byteOffset, byteLength }: DataView): Buffer {
  return Buffer.from(Buffer.from(buffer, byteOffset, byteLength))
}
