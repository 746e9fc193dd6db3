import { userInfo } from 'node:os'

/** Tells the operator why the embedded PostgreSQL cannot run here. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/** Explains failures that people can repair, like a full disk; leaves others as they are. */
export function explained(error: unknown, folder: string): unknown {
  if (error instanceof EmbeddedPostgresError) return error

  const reason = reasonOf(codeOf(error), folder)
  return reason === undefined
    ? error
    : new EmbeddedPostgresError(`PostgreSQL cannot be started: ${reason}`, { cause: error })
}

/** Reports a failed PostgreSQL program: the likely cause, then its last output. */
export function failedProgram(
  action: string,
  output: string,
  folder: string,
): EmbeddedPostgresError {
  const isDiskFull = /No space left on device|Check free disk space/.test(output)
  const reason = isDiskFull ? ` Probably ${reasonOf('ENOSPC', folder)}` : ''
  const lastLines = output.trim().split('\n').slice(-12).join('\n')
  return new EmbeddedPostgresError(
    `PostgreSQL could not ${action}.${reason} Its last lines:\n` +
      (lastLines || '(it printed nothing)'),
  )
}

/** Returns the code of a system error, like `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Returns the name of this process's account, or its id if it has no name. */
export function accountName(): string {
  try {
    return userInfo().username
  } catch {
    return `the user with the id ${process.geteuid?.()}`
  }
}

function reasonOf(code: string | undefined, folder: string): string | undefined {
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return (
        `the disk that holds ${folder} is full. ` +
        'Free some space, or choose a different disk with DATA_DIR.'
      )
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return (
        `${accountName()} may not write to ${folder}. ` +
        'Give that account the folder, or choose a different one with DATA_DIR.'
      )
    case 'ENOTDIR':
    case 'EEXIST':
      return (
        `${folder} cannot be a folder, because a file is in the way. ` +
        'Remove it, or choose a different folder with DATA_DIR.'
      )
    default:
      return undefined
  }
}
