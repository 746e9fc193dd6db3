import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { foldText } from '../lib/typed-text/typed-text.ts'
import { startApi } from '../server/test/api.ts'

test('the database folds names as the reader does, whatever their letters', async () => {
  await using api = await startApi()
  // Skips letters that are newer than the oldest PostgreSQL.
  const letters = Array.from({ length: 0x10000 }, (_, point) => String.fromCharCode(point)).filter(
    (one) => /(?![\uA7CB-\uA7FF\u1C89])[\p{L}\p{N}\p{M}\p{Pd}\p{Pi}\p{Pf}\p{Cf}]/u.test(one),
  )
  const { rows } = await api.deps.db.execute<{ folded: string }>(
    sql`select fold_text('x' || letter || 'x') as folded
      from jsonb_array_elements_text(${JSON.stringify(letters)}::jsonb) with ordinality as given (letter, place)
      order by place`,
  )
  const wrong = letters.filter((letter, at) => rows[at]?.folded !== foldText(`x${letter}x`))
  expect(wrong.map((one) => one.charCodeAt(0).toString(16))).toEqual([])
})
