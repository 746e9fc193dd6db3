import type { Exercise } from './track.ts'

/**
 * Orders the exercises so that each concept is taught before it is needed, as near to the track's
 * own order as that allows. Those that need each other in a circle keep the track's order.
 */
export function orderExercises(exercises: readonly Exercise[]): {
  ordered: Exercise[]
  circle: Exercise[]
} {
  const teachers = new Map<string, Exercise>()
  for (const exercise of exercises)
    for (const concept of exercise.concepts)
      if (!teachers.has(concept)) teachers.set(concept, exercise)

  const needs = new Map(
    exercises.map((exercise) => {
      const needed = exercise.prerequisites.flatMap((concept) => teachers.get(concept) ?? [])
      return [exercise, new Set(needed.filter((it) => it !== exercise))]
    }),
  )
  const ordered: Exercise[] = []
  const done = new Set<Exercise>()
  let waiting = [...exercises]
  while (waiting.length > 0) {
    const ready = waiting.find((exercise) => isReady(needs.get(exercise), done))
    if (ready === undefined) return { ordered: [...ordered, ...waiting], circle: waiting }
    ordered.push(ready)
    done.add(ready)
    waiting = waiting.filter((exercise) => exercise !== ready)
  }
  return { ordered, circle: [] }
}

function isReady(needed: ReadonlySet<Exercise> | undefined, done: ReadonlySet<Exercise>): boolean {
  return needed?.isSubsetOf(done) ?? true
}
