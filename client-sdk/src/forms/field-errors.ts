import { type Issue, isLyceumError } from '../errors.ts'

/**
 * Returns what to say at each field of a form, by its path (`email`, `lines.0.name`), as React
 * Aria's `<Form validationErrors>` takes it. What is about the whole form is under `''`: so is the
 * message of an error without fields, such as InvalidCredentials. Empty where there is no error, and
 * for errors that are not the SDK's. What is wrong is said in English; `say` says it otherwise.
 *
 * @example
 * ```ts
 * const { '': summary, ...fields } = fieldErrors(registering.error)
 * ```
 */
export function fieldErrors(
  error: unknown,
  say: (issue: Issue) => string = ({ message }) => message,
): Record<string, string> {
  const messages: Record<string, string> = {}
  if (!isLyceumError(error)) return messages
  const { issues, message: whole } = error
  for (const issue of issues.length > 0 ? issues : [{ path: '', message: whole }]) {
    const message = say(issue)
    const { path } = issue
    const before = messages[path]
    messages[path] = before === undefined ? message : `${before}; ${message}`
  }
  return messages
}
