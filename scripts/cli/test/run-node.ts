import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { type Ended, ended, environment } from './command-line.ts'

/** The command line's program, for tests that run it as a process of its own. */
export const lyceumProgram = join(import.meta.dirname, '../../lyceum.ts')

/** Runs node with no environment but these settings. */
export function runNode(args: string[], settings: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const options = { env: environment(settings), timeout: 60_000 }
    const child = execFile(process.execPath, args, options, (_error, stdout, stderr) => {
      if (child.exitCode === null) reject(new Error(`It did not end by itself: ${stderr}`))
      else resolve(ended(child.exitCode, stdout, stderr))
    })
  })
}
