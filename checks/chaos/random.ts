import { createHash } from 'node:crypto'

/** Numbers that look random and are always the same for a seed. */
export interface Random {
  /** Returns a whole number from 0 up to, but without, `limit`. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly [Item, ...Item[]]): Item
}

/** Gives each seed a sequence of its own, whatever is taken from the others. */
export function randomFrom(seed: string): Random {
  let count = 0
  const next = () =>
    createHash('sha256').update(`${seed}\n${count++}`).digest().readUInt32BE(0) / 2 ** 32
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    chance: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
  }
}
