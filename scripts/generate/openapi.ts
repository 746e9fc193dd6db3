import { describeApi } from '../../server/http/openapi/openapi.ts'

/** The document of a server that runs with the defaults. */
export function openApiDocument(): string {
  return `${JSON.stringify(describeApi('http://localhost:3000'), null, 2)}\n`
}
