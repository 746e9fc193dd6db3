import type { AppError } from '../../../errors/errors.ts'
import { ProgressRefusal } from './schema.ts'

/** Returns an error of one event, as the answer has it. */
export function refusalBy({ name, message, issues, facts }: AppError): ProgressRefusal {
  const [issue] = issues ?? []
  return ProgressRefusal.parse({
    error: name,
    message: issue === undefined ? message : `${issue.path} ${issue.message}`,
    facts,
  })
}
