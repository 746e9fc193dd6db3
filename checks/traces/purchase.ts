import { password } from '../../server/test/given.ts'
import { askFor } from '../support/ask.ts'
import { mailedCode } from '../support/mailed-code.ts'
import { isReady, until } from '../support/until.ts'

/** Takes a learner to a bought course and its certificate. Returns values that nobody may see. */
export async function buyAndFinish(dataDir: string, url: string): Promise<string[]> {
  const email = 'traced.learner@example.com'
  await send(url, 'POST /api/v1/auth/register', { email, password })
  const code = await mailedCode(dataDir, email)
  await send(url, 'POST /api/v1/auth/verify-email', { email, code })
  const { token } = await send(url, 'POST /api/v1/auth/login', { email, password })
  const { items } = await send(url, 'GET /api/courses', undefined, token)
  const course = items.find(({ price }: { price: { amount: number } }) => price.amount > 0)
  await send(url, 'POST /api/cart', { courseId: course.id }, token)
  const { checkoutUrl, id } = await send(url, 'POST /api/v1/transaction', {}, token)
  const page = `${url}${new URL(checkoutUrl).pathname}`
  const [, action] = /action="([^"]+\/pay)"/.exec(await (await fetch(page)).text()) ?? []
  await fetch(new URL(action ?? '', url), { method: 'POST', redirect: 'manual' })

  const { sections } = await send(url, `GET /api/v1/courses/${course.id}`, undefined, token)
  const lessons = sections.flatMap(({ lessons }: { lessons: { id: string }[] }) => lessons)
  for (const { id: lessonId } of lessons)
    await send(url, 'POST /api/progress/update', { lessonId, completed: true }, token)
  const { verificationCode } = await send(url, `POST /courses/${course.id}/certificate`, {}, token)
  const pdf = `${url}/certificates/${verificationCode}.pdf`
  await until('there is a PDF', () => isReady(pdf))
  return [email, password, code, token, id, course.id, course.title, verificationCode]
}

export async function send(
  url: string,
  route: string,
  body?: object,
  token?: string,
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
): Promise<any> {
  return askFor(url, route, { body, token })
}
