import { copyFile, cp, mkdir, realpath, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run } from '../support/programs.ts'
import type { ContainerTools } from './programs.ts'

/**
 * Makes a stand-in for the image that the Dockerfile begins with, for machines that cannot pull it:
 * the same Debian, this process's Node.js and this machine's npm, under the same name.
 */
export async function makeStandInBase(
  folder: string,
  { tools, name }: { tools: ContainerTools; name: string },
): Promise<void> {
  const root = join(folder, 'base')
  await run('debootstrap', ['--variant=minbase', 'bookworm', root], folder)
  const [bin, modules] = ['bin', 'lib/node_modules'].map((path) => join(root, 'usr/local', path))
  if (bin === undefined || modules === undefined) throw new Error('There is no folder.')
  await mkdir(modules, { recursive: true })
  await copyFile(process.execPath, join(bin, 'node'))
  const npm = dirname(dirname(await realpath(await run('sh', ['-c', 'command -v npm'], folder))))
  await cp(npm, join(modules, 'npm'), { recursive: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(bin, 'npm'))

  const container = await tools.buildah(['from', 'scratch'])
  await tools.buildah(['copy', container, root, '/'])
  // The certificates that this machine trusts: a proxy may stand before the package registry.
  const trusted = '/etc/ssl/certs/ca-certificates.crt'
  await tools.buildah(['copy', container, trusted, trusted])
  await tools.buildah(['config', '--env', `NODE_EXTRA_CA_CERTS=${trusted}`, container])
  await tools.buildah(['commit', container, name])
  await tools.buildah(['rm', container])
}
