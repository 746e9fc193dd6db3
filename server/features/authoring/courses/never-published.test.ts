import { expect, test } from 'vitest'
import { mountedEndpoints } from '../../../http/endpoints/mounted.ts'
import { operationsOf, routesOf } from '../../../http/operations.ts'
import { appRouter } from '../../../router.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'

const api = await forAllTests(startApi())
const course = await givenTeam(api)
const admin = await api.given.admin()

/** Errors of operations about something that is not there: a learner, a repository. */
const notThere = {
  'GET /api/v1/admin/enrollments/{userId}/{courseId}': 'EnrollmentNotFound',
  'GET /api/v1/authoring/courses/{courseId}/source': 'SourceNotFound',
}

const reads = [
  ...['enrollments', 'transactions', 'invitations'].map(
    (list) => `GET /api/v1/admin/${list}?course={courseId}`,
  ),
  ...routesOf(operationsOf(appRouter)).map(({ method, path }) => `${method} ${path}`),
  ...mountedEndpoints.flatMap(({ endpoints }) => endpoints.map(({ route }) => route)),
].filter((route) => /^GET \/api\/v1\/(authoring|admin)\/.*\{courseId\}[^{}]*$/.test(route))

test('whoever runs a course that was never published reads empty lists of it', async () => {
  const answers = await Promise.all(
    reads.map(async (route) => {
      const address = route.replace('{courseId}', course.courseId).replace('{userId}', admin.id)
      const { status, body } = await api.request(address as 'GET /', { token: admin.token })
      return [route, status === 200 ? 'read' : body.error] as const
    }),
  )

  expect(answers.length).toBeGreaterThan(20)
  expect(Object.fromEntries(answers.filter(([, result]) => result !== 'read'))).toEqual(notThere)
})
