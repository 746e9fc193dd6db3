import { AppError } from '../../../errors/errors.ts'

/** A row as a file has it, with something in it. */
export interface TableRow {
  /** Of the file, from 1 on. */
  line: number
  cells: string[]
}

export function invalid(line: number | undefined, message: string): AppError {
  return new AppError('InvalidFields', { issues: [{ path: `line ${line ?? 1}`, message }] })
}
