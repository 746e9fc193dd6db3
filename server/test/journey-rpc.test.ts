import { expect, test } from 'vitest'
import { startApi } from './api.ts'
import { downloadText, printedWords, startPrinter } from './printing.ts'

test('the typed client goes the whole way: account, cart, purchase, lessons, certificate', async () => {
  const { printer, isAvailable } = await startPrinter()
  await using api = await startApi({ printer })
  const published = await api.given.course({
    title: 'Typed from end to end',
    price: { amount: 2900, currency: 'EUR' },
  })
  const credentials = {
    email: 'grace.hopper@example.com',
    password: 'correct horse battery staple',
  }

  const stranger = api.as()
  const { user } = await stranger.auth.register.mutate(credentials)
  await expect(stranger.auth.login.mutate(credentials)).rejects.toMatchObject({
    data: { error: 'EmailNotVerified', httpStatus: 403 },
  })
  await stranger.auth.verifyEmail.mutate({ email: user.email, code: await api.codeFor(user.email) })
  const client = api.as(await stranger.auth.login.mutate(credentials))

  const [listed] = (await client.courses.list.query({})).items
  expect(listed).toMatchObject({ id: published.id, price: { amount: 2900, currency: 'EUR' } })
  const course = await client.courses.get.query({ idOrSlug: published.slug })
  const cart = await client.cart.add.mutate({ courseId: course.id })
  expect(cart.total).toEqual({ amount: 2900, currency: 'EUR' })
  const transaction = await client.transactions.create.mutate({})
  const page = new URL(transaction.checkoutUrl ?? '').pathname
  expect((await api.request(`POST ${page}/pay`)).status).toBe(303)
  expect((await client.transactions.get.query({ id: transaction.id })).status).toBe('fulfilled')
  expect((await client.cart.get.query({})).items).toEqual([])

  const answers = []
  for (const { id, required } of course.sections.flatMap(({ lessons }) => lessons)) {
    expect((await client.lessons.get.query({ id })).content).toContain('What lesson')
    if (required) answers.push(await client.progress.update.mutate({ lessonId: id, percent: 100 }))
  }
  expect(answers.map((answer) => answer.course.percent)).toEqual([50, 100])

  const certificate = await client.certificates.issue.mutate({ courseId: course.id })
  expect(certificate.verificationCode).toBe(answers.at(-1)?.certificate?.verificationCode)
  const verification = await client.certificates.verify.query({
    code: certificate.verificationCode,
  })
  expect(verification).toMatchObject({
    valid: true,
    learnerName: 'Grace Hopper',
    courseTitle: 'Typed from end to end',
  })
  expect((await client.certificates.list.query({ userId: user.id })).items).toEqual([certificate])
  if (isAvailable) {
    const text = await downloadText(api, certificate.certificateUrl)
    for (const words of printedWords(
      'Grace Hopper',
      'Typed from end to end',
      certificate.verificationCode,
    ))
      expect(text).toContain(words)
  }
  await printer.close()
})
