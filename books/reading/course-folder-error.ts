/** A fault in a course folder, and where to look. */
export interface Problem {
  /** The folder as it was typed, followed by the file's name in it. */
  file: string
  /** 1-based; 0 for the folder itself. */
  line: number
  message: string
}

/** Every mistake in a course folder, in the order of course.yaml, one line of the message each. */
export class CourseFolderError extends Error {
  override readonly name = 'CourseFolderError'
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(formatProblem).join('\n'))
    this.problems = problems
  }
}

/** Makes an error of one mistake, for readers of a single file. */
export function mistake(file: string, line: number, message: string): CourseFolderError {
  return new CourseFolderError([{ file, line, message }])
}

/** Writes `courses/knots/course.yaml:3: slug is missing`; the folder itself has no lines. */
export function formatProblem({ file, line, message }: Problem): string {
  return line === 0 ? `${file}: ${message}` : `${file}:${line}: ${message}`
}

/** Makes a name or value from the folder fit for a message: quoted, on one line, and short. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}
