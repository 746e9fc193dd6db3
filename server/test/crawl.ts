import fc from 'fast-check'
import type { OperationObject } from '../http/endpoints/document.ts'
import { describeApi } from '../http/openapi/openapi.ts'
import type { Api } from './api.ts'
import type { GivenUser } from './given.ts'
import { type GivenValues, validValues } from './hostile-inputs.ts'

/** Requests that would end the session, or the account, of all that follow. */
const farewells = /\/(logout|logout-all|password|sessions|erase)|DELETE .*\/me$/

/** Of a program. */
interface Key {
  token: string
}

export interface Crawled {
  place: string
  status: number
  text: string
}

/** Asks every operation a few times, as somebody, and returns all that was answered. */
export function crawlerOf(api: Api) {
  const { paths } = describeApi('http://lyceum.test')
  return async (
    person: GivenUser | Key | undefined,
    values: GivenValues,
    takes = /(?:)/,
  ): Promise<Crawled[]> => {
    const answers: Crawled[] = []
    for (const [path, item] of Object.entries(paths).filter(([path]) => takes.test(path)))
      for (const [method, operation] of Object.entries(item) as [string, OperationObject][]) {
        if ('x-alias-of' in operation) continue
        const place = `${method.toUpperCase()} ${path}`
        const user =
          farewells.test(place) && person && 'id' in person ? await api.given.learner() : person
        for (const { url, body } of requestsOf(path, operation, values)) {
          const answer = await api.server.inject({
            method: method.toUpperCase() as 'GET',
            url,
            headers: {
              'if-match': '"r5"',
              ...(user !== undefined && { authorization: `Bearer ${user.token}` }),
            },
            ...(body !== undefined && { payload: body as object }),
          })
          const text = `${JSON.stringify(answer.headers)}\n${answer.body}`
          answers.push({ place, status: answer.statusCode, text })
        }
      }
    return answers
  }
}

/** A few requests that the document allows; the same at every run, and for everybody. */
function requestsOf(
  path: string,
  { parameters = [], requestBody }: OperationObject,
  values: GivenValues,
): { url: string; body: unknown }[] {
  const schema = requestBody?.content['application/json']?.schema
  const chosen = parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => {
      const examples = parameter.example === undefined ? [] : [parameter.example]
      return validValues({ examples, ...parameter.schema }, values, parameter.name)
    })
  const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
  const request = fc.record({
    url: fc
      .tuple(...chosen)
      .map((texts) =>
        names.reduce(
          (url, name, at) => url.replace(`{${name}}`, encodeURIComponent(String(texts[at]))),
          path,
        ),
      ),
    body: schema === undefined ? fc.constant(undefined) : validValues(schema, values),
  })
  return fc.sample(request, { numRuns: 3, seed: 1 })
}
