import type { counted } from './counted.ts'
import type { TextFormatter } from './text-formatter.ts'

/** Adds that there is more than was counted. */
export function most(text: ReturnType<typeof counted>) {
  return ({ count, hasMore }: { count: number; hasMore: boolean }, f: TextFormatter) =>
    hasMore
      ? text({ count }, f).replace(f.number(count), `${f.number(count)}+`)
      : text({ count }, f)
}
