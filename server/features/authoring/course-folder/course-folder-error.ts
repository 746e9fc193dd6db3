/** What is wrong with a course folder, in one line that names the file and the line to look at. */
export class CourseFolderError extends Error {
  /** As the person typed the folder, followed by the file's name in it. */
  readonly file: string
  /** 1-based. */
  readonly line: number
  readonly problem: string

  constructor(file: string, line: number, problem: string) {
    super(`${file}:${line}: ${problem}`)
    this.name = 'CourseFolderError'
    this.file = file
    this.line = line
    this.problem = problem
  }
}

/** A name or value from the folder as it may stand in a message: quoted, on one line, and short. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 100 ? `${text.slice(0, 100)}…` : text)
}
