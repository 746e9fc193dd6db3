import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

test('nothing is traced unless a collector is named', () => {
  expect(readConfig({ OTEL_TRACES_SAMPLER: 'always_on' }).tracing).toBeUndefined()
  expect(readConfig(endpoint).tracing).toEqual({
    endpoint: 'http://localhost:4318',
    headers: {},
    serviceName: 'lyceum',
    resourceAttributes: {},
    sampler: 'parentbased_traceidratio',
    ratio: 0.1,
  })
})

test('headers and attributes are pairs, percent-encoded', () => {
  const { tracing } = readConfig({
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20abc, x-tenant = school ',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    OTEL_TRACES_SAMPLER_ARG: '0.5',
  })
  expect(tracing).toMatchObject({
    headers: { authorization: 'Bearer abc', 'x-tenant': 'school' },
    resourceAttributes: { 'deployment.environment.name': 'staging' },
    ratio: 0.5,
  })
})

test.each([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'hidden-secret'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz-hidden-secret'],
  ['OTEL_TRACES_SAMPLER', 'sometimes'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OPERATOR_EMAILS', 'ops@school.example, hidden-secret'],
])('%s cannot be %s, and the value is not repeated', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(new RegExp(`^${name}: `))
  expect(read).not.toThrow('hidden-secret')
})
