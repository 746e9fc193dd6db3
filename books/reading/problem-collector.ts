import { CourseFolderError, formatProblem, type Problem } from './course-folder-error.ts'

/** A problem with its place in course.yaml. */
export interface OrderedProblem {
  /** See YamlPlace. */
  order: number
  problem: Problem
}

/** Gathers the problems of many steps, so that one mistake does not hide the next. */
export interface ProblemCollector {
  add(problems: readonly OrderedProblem[]): void
  /** Runs a step; if it finds mistakes, keeps them and returns undefined. */
  attempt<Result>(order: number, step: () => Promise<Result>): Promise<Result | undefined>
  /** @throws CourseFolderError with all problems in the order of course.yaml, if there are any. */
  throwIfAny(): void
}

export function createProblemCollector(): ProblemCollector {
  const found: OrderedProblem[] = []
  return {
    add: (problems) => {
      found.push(...problems)
    },
    attempt: async (order, step) => {
      try {
        return await step()
      } catch (error) {
        if (!(error instanceof CourseFolderError)) throw error
        found.push(...error.problems.map((problem) => ({ order, problem })))
        return undefined
      }
    },
    throwIfAny: () => {
      if (found.length === 0) return
      const sorted = found.toSorted((one, other) => one.order - other.order)
      throw new CourseFolderError(withoutRepeats(sorted.map(({ problem }) => problem)))
    },
  }
}

/** Removes repeats: a file that two lessons share is read twice. */
export function withoutRepeats(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [formatProblem(problem), problem])).values()]
}
