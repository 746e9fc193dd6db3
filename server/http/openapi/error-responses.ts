import { z } from 'zod'
import { AppError, type ErrorName, type ErrorStatus, errors } from '../../errors/errors.ts'
import { problemOf } from '../../errors/problem.ts'
import type { Reference, Response, Schema } from '../endpoints/document.ts'
import { referTo } from '../endpoints/document.ts'
import { everyAnswer, type HeaderName, referToHeaders } from '../endpoints/headers.ts'

export interface ErrorSurroundings {
  publicUrl: string
  /** The named responses, to which those that are referred to are added. */
  responses: Record<string, Response>
}

/** The responses of an operation for its errors, by status. */
export function referToErrors(
  names: ErrorName[],
  { publicUrl, responses }: ErrorSurroundings,
): Record<string, Reference> {
  const inOrder = (Object.keys(errors) as ErrorName[]).filter((name) => names.includes(name))
  const groups = Object.values(Object.groupBy(inOrder, (name) => errors[name].status))
  return Object.fromEntries(
    groups.map((group) => {
      const key = group.join('Or')
      responses[key] ??= errorResponse(group, publicUrl)
      return [statusOf(group), referTo('responses', key)]
    }),
  )
}

function errorResponse(names: ErrorName[], publicUrl: string): Response {
  const status = statusOf(names)

  const schema = {
    $ref: '#/components/schemas/Problem',
    properties: { error: { enum: names }, status: { const: status } },
  }
  const examples = Object.fromEntries(
    names.map((name) => [name, { summary: name, value: exampleOfError(name, publicUrl) }]),
  )
  return {
    description: names.map((name) => `${name}: ${errors[name].message}`).join('\n\n'),
    headers: referToHeaders([...everyAnswer, ...headersOf(status)]),
    content: {
      'application/json': { schema, examples },
      'application/problem+json': { schema, examples },
    },
  }
}

function headersOf(status: ErrorStatus): HeaderName[] {
  if (status === 401) return ['www-authenticate']
  if (status === 429 || status === 503) return ['retry-after']
  return []
}

const exampleIssues: Partial<Record<ErrorName, { path: string; message: string }[]>> = {
  MissingFields: [{ path: 'email', message: 'is required' }],
  InvalidFields: [{ path: 'email', message: 'is not an email address' }],
  CourseNotCompleted: [
    { path: '019a9c3e-6a27-7e18-b1c5-90f3d2a64e03', message: '"A typed client" is not completed' },
  ],
}

function exampleOfError(name: ErrorName, publicUrl: string): unknown {
  const issues = exampleIssues[name]
  const error = new AppError(name, issues === undefined ? {} : { issues })
  return problemOf(error, { requestId: '5f0c1d34-8a55-4c1e-9b0e-3d1f0a6c2b71', publicUrl })
}

function statusOf([first]: ErrorName[]): ErrorStatus {
  if (first === undefined) throw new Error('A response needs an error.')
  return errors[first].status
}

/** The body of every failure. */
export const problemSchema: Schema = {
  ...(z.toJSONSchema(
    z
      .object({
        error: z
          .enum(Object.keys(errors) as [ErrorName, ...ErrorName[]])
          .describe('Stable name of the error, for programs'),
        message: z.string().describe('What happened and what to do about it, for people'),
        status: z.int().min(400).max(599).describe('The HTTP status'),
        type: z.url().describe('URL of the explanation of the error'),
        requestId: z.uuid().describe('Identifies the request in the logs'),
        issues: z
          .array(
            z.object({
              path: z.string().describe('Dotted path of the field; empty for the whole input'),
              message: z.string().describe('What is wrong with the field'),
            }),
          )
          .optional()
          .describe('The invalid fields'),
      })
      .describe('The body of every failure (RFC 9457)'),
    { io: 'input' },
  ) as Schema),
}
