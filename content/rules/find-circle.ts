export interface RuledLesson {
  key: string
  required: boolean
  /** Whether it is a preview, which is never locked. */
  preview: boolean
  /** Keys of lessons to complete before it. */
  requires: readonly string[]
}

/**
 * Returns keys of lessons that wait for each other, in a circle that ends where it began; undefined
 * if all can be completed. In a sequence a lesson also waits for the required one before it.
 */
export function findCircle(
  lessons: readonly RuledLesson[],
  { isSequence }: { isSequence: boolean },
): string[] | undefined {
  const counting = lessons.some(({ required }) => required)
    ? lessons.filter(({ required }) => required)
    : lessons
  const places = new Map(lessons.map((lesson, place) => [lesson.key, place]))
  const before = new Map<string, string>()
  if (isSequence) {
    let last = ''
    const counts = new Set(counting)
    for (const lesson of lessons) {
      if (last !== '') before.set(lesson.key, last)
      if (counts.has(lesson)) last = lesson.key
    }
  }
  const waitsFor = (key: string) => {
    const lesson = lessons[places.get(key) ?? -1]
    if (lesson?.preview === true) return []
    return [
      ...(before.get(key) === undefined ? [] : [before.get(key) ?? '']),
      ...(lesson?.requires ?? []),
    ]
  }
  return firstCircle(places.keys(), waitsFor)
}

/** Searches depth first, without recursion: a course may have thousands of lessons in a row. */
function firstCircle(
  keys: Iterable<string>,
  waitsFor: (key: string) => string[],
): string[] | undefined {
  const finished = new Set<string>()
  for (const start of keys) {
    const path: string[] = []
    const onPath = new Set<string>()
    const waiting: { key: string; next: string[] }[] = []
    const enter = (key: string) => {
      path.push(key)
      onPath.add(key)
      waiting.push({ key, next: waitsFor(key) })
    }
    if (!finished.has(start)) enter(start)
    while (waiting.length > 0) {
      const { key, next } = waiting.at(-1) ?? { key: '', next: [] }
      const other = next.shift()
      if (other === undefined) {
        finished.add(key)
        onPath.delete(key)
        path.pop()
        waiting.pop()
      } else if (onPath.has(other)) return [...path.slice(path.indexOf(other)), other]
      else if (!finished.has(other)) enter(other)
    }
  }
  return undefined
}
