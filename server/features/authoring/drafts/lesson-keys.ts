import type { FormerKey } from '../../../../content/draft.ts'
import type { Issue } from '../../../errors/errors.ts'

export interface KeyedLesson {
  key: string
  formerKeys: readonly string[]
}

export interface KeyConflict extends Issue {
  /** Index of the lesson at fault. `path` is relative to it: `key`, `formerKeys.0`. */
  lesson: number
}

/**
 * Finds keys that stand for two lessons. Progress is kept by key, so each key, also a former one,
 * belongs to one lesson for ever.
 */
export function findKeyConflicts(
  lessons: readonly KeyedLesson[],
  published: readonly FormerKey[],
): KeyConflict[] {
  const holders = holdersOf(lessons)
  const owners = Map.groupBy(
    published.filter(({ wasJoined }) => !wasJoined),
    ({ formerKey }) => formerKey,
  )

  return lessons.flatMap(({ key, formerKeys }, lesson) => {
    const isOwn = (other: string) => other === key || formerKeys.includes(other)
    const places = [['key', key], ...formerKeys.map((former, at) => [`formerKeys.${at}`, former])]
    return places.flatMap(([path = '', taken = '']) => {
      const others = (holders.get(taken) ?? []).filter((holder) => holder !== lesson)
      const owner = (owners.get(taken) ?? []).find((former) => !isOwn(former.key))
      if (path !== 'key' && taken === key)
        return { lesson, path, message: 'is the key of this lesson itself: leave it out' }
      if (others.length > 0)
        return { lesson, path, message: 'is or was the key of a different lesson: choose another' }
      if (owner !== undefined)
        return { lesson, path, message: `was the key of the lesson ${owner.key}: choose another` }
      return []
    })
  })
}

/** Returns the indices of the lessons that have a key, now or formerly. */
function holdersOf(lessons: readonly KeyedLesson[]): Map<string, number[]> {
  const holders = new Map<string, number[]>()
  for (const [index, { key, formerKeys }] of lessons.entries())
    for (const held of new Set([key, ...formerKeys]))
      holders.set(held, [...(holders.get(held) ?? []), index])
  return holders
}

/**
 * Returns the former keys of a lesson plus published ones, which it never loses, unless lessons
 * that were joined are apart again.
 *
 * @param keys of all lessons of the draft
 */
export function withPublishedKeys(
  { key, formerKeys }: KeyedLesson,
  published: readonly FormerKey[],
  keys: ReadonlySet<string>,
): string[] {
  const kept = published.flatMap((former) =>
    former.key === key && !(former.wasJoined && keys.has(former.formerKey)) ? former.formerKey : [],
  )
  return [...new Set([...formerKeys, ...kept])].filter((former) => former !== key)
}
