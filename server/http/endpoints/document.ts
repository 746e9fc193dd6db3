/** The parts of an OpenAPI 3.1 document that this project uses. */

export interface Schema {
  $ref?: string
  title?: string
  type?: string | string[]
  format?: string
  pattern?: string
  description?: string
  const?: unknown
  enum?: unknown[]
  default?: unknown
  examples?: unknown[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  discriminator?: { propertyName: string; mapping: Record<string, string> }
  allOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean
}

export interface Reference {
  $ref: string
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  example?: unknown
  /** Separates the items of a list by commas. */
  style?: 'form'
  explode?: false
  schema: Schema
}

export interface MediaType {
  schema: Schema
  example?: unknown
  examples?: Record<string, { summary?: string; value: unknown }>
}

export interface Header {
  description: string
  required?: boolean
  schema: Schema
}

export interface Response {
  description: string
  headers?: Record<string, Header | Reference>
  content?: Record<string, MediaType>
  links?: Record<string, Link>
}

/** How an answer leads to the next request. */
export interface Link {
  operationId: string
  description: string
  parameters: Record<string, string>
}

export interface OperationObject {
  operationId: string
  'x-alias-of'?: string
  'x-sdk'?: string
  'x-sunset'?: string
  deprecated?: boolean
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, MediaType> }
  responses: Record<string, Response | Reference>
}

export type PathItem = Partial<Record<'get' | 'post' | 'patch' | 'delete', OperationObject>>

export interface Components {
  schemas: Record<string, Schema>
  headers: Record<string, Header>
  responses: Record<string, Response>
  securitySchemes: Record<string, unknown>
}

export interface OpenApiDocument {
  openapi: string
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
    contact?: { name: string; url?: string; email?: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  'x-tagGroups': { name: string; tags: string[] }[]
  paths: Record<string, PathItem>
  /** Messages that the service sends, by names of its own. */
  webhooks: Record<string, PathItem>
  components: Components
}

export function referTo(kind: keyof Components, name: string): Reference {
  return { $ref: `#/components/${kind}/${name}` }
}
