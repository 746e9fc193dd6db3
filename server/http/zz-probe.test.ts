import { connect } from 'node:net'
import { test } from 'vitest'
import { startApi } from '../test/api.ts'
import { limitKeyOf } from './client-address.ts'

function raw(port: number, payload: string, wait = 1500): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1'); let text = ''; const at = Date.now()
    socket.on('data', (d) => { text += d }); socket.on('error', (e) => { text += `<<${e.message}>>` })
    socket.on('close', () => resolve(`${text.slice(0, 900)} [closed ${Date.now() - at}ms]`))
    setTimeout(() => { resolve(`${text.slice(0, 900)} [open]`); socket.destroy() }, wait)
    socket.write(payload)
  })
}
test('probe', async () => {
  const logLines: string[] = []
  await using api = await startApi({ config: { rateLimitScale: 0.02 }, logLines })
  const show = (n: string, a: any) => console.log(n, a.status, JSON.stringify(a.headers), a.text.slice(0, 300))
  let s: number[] = []
  for (let i = 0; i < 9; i++) s.push((await api.request('GET /api/me', { ip: '10.0.0.1' })).status); console.log('401 flood', s); s = []
  for (let i = 0; i < 9; i++) s.push((await api.request('PUT /api/me', { ip: '10.0.0.2' })).status); console.log('405 flood', s); s = []
  for (let i = 0; i < 9; i++) s.push((await api.request('POST /nope', { ip: '10.0.0.3', body: '{', headers: { 'content-type': 'application/json' } })).status); console.log('404 malformed flood', s); s = []
  for (let i = 0; i < 9; i++) s.push((await api.request('POST /auth/login', { ip: '10.0.0.4', body: '{', headers: { 'content-type': 'application/json' } })).status); console.log('malformed flood', s); s = []
  for (let i = 0; i < 9; i++) s.push((await api.request('GET /trpc/,,,', { ip: '10.0.0.5' })).status); console.log('trpc flood', s); s = []
  for (let i = 0; i < 9; i++) s.push((await api.request('POST /auth/login', { ip: '10.0.0.6', headers: { 'content-encoding': 'gzip' } })).status); console.log('gzip flood', s); s = []
  show('429', await api.request('POST /auth/login', { ip: '10.0.0.4', body: '{', headers: { 'content-type': 'application/json' } }))
  await using big = await startApi()
  show('bad url', await big.request('GET /%E0%A4%A'))
  show('long id', await big.request(`GET /api/lessons/${'a'.repeat(1001)}`))
  show('PUT trpc', await big.request('PUT /trpc/courses.list', { body: {} }))
  show('GET mutation', await big.request('GET /trpc/auth.login'))
  show('POST query', await big.request('POST /trpc/courses.list', { body: {} }))
  show('OPTIONS trpc', await big.request('OPTIONS /trpc/courses.list'))
  show('TRACE', await big.request('TRACE /api/me'))
  show('connparams', await big.request('GET /trpc/courses.list?connectionParams=x'))
  show('notype body', await big.request('POST /auth/login', { body: '{}', headers: {} }))
  show('null body', await big.request('POST /auth/login', { body: 'null', headers: { 'content-type': 'application/json' } }))
  show('blank pw', await big.request('POST /auth/login', { body: { email: 'a@example.com', password: '   ' } }))
  show('trpc bad json', await big.request('POST /trpc/auth.login', { body: '{', headers: { 'content-type': 'application/json' } }))
  show('trpc bad json stranger', await big.request('POST /trpc/cart.add', { body: '{', headers: { 'content-type': 'application/json' } }))
  show('trpc batch 2x', await big.request('GET /trpc/me.get,cart.get?batch=1'))
  show('trpc text', await big.request('POST /trpc/auth.login', { body: 'x', headers: { 'content-type': 'text/plain' } }))
  show('trpc no type', await big.request('POST /trpc/auth.login', { body: 'x', headers: {} }))
  show('trpc missing', await big.request('POST /trpc/auth.login', { body: {} }))
  show('trpc no body', await big.request('POST /trpc/auth.login'))
  for (const t of ['application/json\ta', ' application/json', 'application/json; charset=utf-7', 'APPLICATION/JSON', 'multipart/form-data; boundary=x', 'application/json;', 'text/plain'])
    for (const p of ['/auth/login', '/trpc/auth.login']) { const a = await big.request(`POST ${p}`, { body: '{"email":"a@example.com","password":"x"}', headers: { 'content-type': t } }); console.log(JSON.stringify(t), p, a.status, a.body.error?.data?.error ?? a.body.error) }
  for (const ip of ['fe80::1%lo', '::1', '2001:db8:1:2::9', '::ffff:1.2.3.4', 'x']) { try { console.log(ip, limitKeyOf(ip)) } catch (e) { console.log(ip, 'THROWS', e) } }
  for (const body of [{ email: `a@${'a.'.repeat(20000)}com`, password: 'x' }, { email: `${'a'.repeat(40000)}`, password: 'x' }, { email: `${'a.'.repeat(20000)}@`, password: 'x' }, { email: `a@${'a-'.repeat(20000)}`, password: 'x' }, { email: `a@${'ab.'.repeat(300)}`, password: 'x' }]) { const t = performance.now(); const a = await big.request('POST /auth/login', { body }); console.log('email', a.status, a.body.error, Math.round(performance.now() - t), 'ms') }
  let d = '['.repeat(32000) + ']'.repeat(32000)
  { const t = performance.now(); const a = await big.request('POST /auth/login', { body: `{"email":${d.slice(0, 60000)}`, headers: { 'content-type': 'application/json' } }); console.log('deep', a.status, a.body.error, performance.now() - t) }
  d = '['.repeat(31000) + ']'.repeat(31000)
  { const t = performance.now(); const a = await big.request('POST /auth/login', { body: `{"email":${d}}`, headers: { 'content-type': 'application/json' } }); console.log('deep', a.status, a.body.error, performance.now() - t) }
  await big.server.listen({ port: 0, host: '127.0.0.1' })
  const port = (big.server.server.address() as any).port
  const H = 'Host: a\r\n'
  for (const [n, p] of Object.entries({
    'CL+TE': `POST /auth/login HTTP/1.1\r\n${H}Content-Length: 5\r\nTransfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n0\r\n\r\n`,
    '2xCL': `POST /auth/login HTTP/1.1\r\n${H}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}`,
    nohost: `GET /livez HTTP/1.1\r\n\r\n`, barelf: `GET /livez HTTP/1.1\nHost: a\n\n`, obsfold: `GET /livez HTTP/1.1\r\n${H}X-A: b\r\n c\r\n\r\n`,
    trace: `TRACE /api/me HTTP/1.1\r\n${H}\r\n`, connect: `CONNECT a:80 HTTP/1.1\r\n${H}\r\n`, nul: `GET /api/me HTTP/1.1\r\n${H}Authorization: Bearer a\0b\r\n\r\n`,
    expect: `POST /auth/login HTTP/1.1\r\n${H}Expect: nonsense\r\nContent-Length: 2\r\n\r\n{}`, upgrade: `GET /livez HTTP/1.1\r\n${H}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    bighead: `GET /livez HTTP/1.1\r\n${H}X-A: ${'a'.repeat(100000)}\r\n\r\n`, bigurl: `GET /${'a'.repeat(20000)} HTTP/1.1\r\n${H}\r\n`, badurl: `GET /%E0%A4%A HTTP/1.1\r\n${H}\r\n`,
    absurl: `GET http://evil.test/api/me HTTP/1.1\r\n${H}\r\n`, star: `GET * HTTP/1.1\r\n${H}\r\n`, unknownmethod: `FOO /api/me HTTP/1.1\r\n${H}\r\n`,
    endless401: `POST /api/cart HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n5\r\n{"a":\r\n`,
    endlessCL401: `POST /api/cart HTTP/1.1\r\n${H}Content-Length: 60000\r\nContent-Type: application/json\r\n\r\n{"a":`,
    cl1MB: `POST /auth/login HTTP/1.1\r\n${H}Content-Length: 1000000\r\nContent-Type: application/json\r\n\r\n{"a":`,
    endless404: `POST /nope HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n5\r\n{"a":\r\n`,
    endlessTrpc: `POST /trpc/cart.add HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n5\r\n{"a":\r\n`,
    endlessGet: `GET /api/me HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n5\r\n{"a":\r\n`,
    endless405: `PUT /api/me HTTP/1.1\r\n${H}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n5\r\n{"a":\r\n`,
  })) console.log(`--- ${n}`, await raw(port, p))
})
