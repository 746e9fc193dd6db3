import { AppError } from '../../../errors/errors.ts'

/** A non-empty row of a file. */
export interface TableRow {
  /** Line number in the file, from 1 on. */
  line: number
  cells: string[]
}

export function invalid(line: number | undefined, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path: `line ${line ?? 1}`, message }] })
}
