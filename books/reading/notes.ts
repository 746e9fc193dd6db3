import { CourseFolderError, formatProblem, type Problem } from './course-folder-error.ts'

/** Collects a reader's findings: mistakes, which stop the import in the end, and warnings. */
export interface Notes {
  warnings: Problem[]
  add(problem: Problem): void
  /** Runs a step; if it finds mistakes, keeps them and returns undefined. */
  attempt<Result>(step: () => Result | Promise<Result>): Promise<Result | undefined>
  /** @throws CourseFolderError with all mistakes, if there are any. */
  throwIfAny(): void
}

const maxProblems = 1000

/** Keeps mistakes in the order in which the course is read. */
export function createNotes(): Notes {
  const mistakes = new Map<string, Problem>()
  const add = (problem: Problem) => {
    if (mistakes.size < maxProblems) mistakes.set(formatProblem(problem), problem)
  }
  return {
    warnings: [],
    add,
    attempt: async (step) => {
      try {
        return await step()
      } catch (error) {
        if (!(error instanceof CourseFolderError)) throw error
        for (const problem of error.problems) add(problem)
        return undefined
      }
    },
    throwIfAny: () => {
      if (mistakes.size > 0) throw new CourseFolderError([...mistakes.values()])
    },
  }
}
