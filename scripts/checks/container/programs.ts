import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Storage of images apart from the machine's own, and what a machine without systemd lacks. */
export interface ContainerTools {
  /** Runs buildah; returns its output. */
  buildah(args: string[], cwd?: string): Promise<string>
  /** Arguments of podman before its command. */
  podmanArguments: string[]
}

const execute = promisify(execFile)

export function containerTools(folder: string): ContainerTools {
  const storage = [
    ...['--root', `${folder}/storage`],
    ...['--runroot', `${folder}/run`],
    ...['--storage-driver', 'vfs'],
  ]
  return {
    buildah: (args, cwd = folder) => run('buildah', [...storage, ...args], cwd),
    podmanArguments: [
      ...storage,
      ...['--runtime', 'runc'],
      ...['--cgroup-manager', 'cgroupfs'],
      ...['--events-backend', 'file'],
    ],
  }
}

/** Runs a program and returns its output; rejects with the end of it when it fails. */
export async function run(program: string, args: string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { cwd, maxBuffer: 64 * 1024 * 1024 })
    return stdout.trim()
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} ${args.at(-1)} failed\n${(stdout + stderr).slice(-3_000)}`, {
      cause: error,
    })
  }
}
