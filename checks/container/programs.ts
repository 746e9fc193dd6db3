import { run } from '../support/programs.ts'

/** Storage of images apart from the machine's own, and what a machine without systemd lacks. */
export interface ContainerTools {
  /** Runs buildah; returns its output. */
  buildah(args: string[], cwd?: string): Promise<string>
  /** Arguments of podman before its command. */
  podmanArguments: string[]
}

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
