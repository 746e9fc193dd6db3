import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../server/test/free-port.ts'
import { startProgram } from '../support/programs.ts'

export interface ReverseProxy extends AsyncDisposable {
  name: string
  url: string
}

const deploy = join(import.meta.dirname, '../../deploy')

/** nginx with the upstream and the location of deploy/nginx.conf, without TLS. */
export async function startNginx(
  folder: string,
  serverPorts: readonly number[],
): Promise<ReverseProxy> {
  const port = await freePort()
  const shipped = await readFile(join(deploy, 'nginx.conf'), 'utf8')
  const servers = serverPorts.map((serverPort) => `server 127.0.0.1:${serverPort} max_fails=0;`)
  const site = shipped
    .replace('server 127.0.0.1:3000 max_fails=0;', servers.join('\n    '))
    .replace(/server \{\s+listen 80;[^}]*\}/, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
  const home = join(folder, 'nginx')
  await mkdir(home)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${home}/${kind};`)
    .join('\n')
  const file = join(home, 'nginx.conf')
  await writeFile(
    file,
    `daemon off;\npid ${home}/pid;\nerror_log ${home}/error.log;\nevents {}\n` +
      `http {\naccess_log off;\n${temporary}\n${site}\n}\n`,
  )
  return start('nginx', ['-c', file, '-p', home], port)
}

/** HAProxy with deploy/haproxy.cfg, without TLS. */
export async function startHaproxy(
  folder: string,
  serverPorts: readonly number[],
): Promise<ReverseProxy> {
  const port = await freePort()
  const shipped = await readFile(join(deploy, 'haproxy.cfg'), 'utf8')
  const [first, second] = serverPorts
  const file = join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    shipped
      .replace(/bind :443 .*/, `bind 127.0.0.1:${port}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
      .replace('127.0.0.1:3001', `127.0.0.1:${second}`),
  )
  return start('haproxy', ['-db', '-q', '-f', file], port)
}

async function start(name: string, args: string[], port: number): Promise<ReverseProxy> {
  const url = `http://127.0.0.1:${port}`
  return { name, url, ...(await startProgram([name, ...args], `${url}/livez`)) }
}
