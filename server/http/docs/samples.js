/** Shows how to call an operation by curl and by the SDK, with the document's examples. */
export function samplesOf(document, { path, method, operation, parameters }) {
  const values = parameters
    .filter(({ required }) => required)
    .map((parameter) => ({ ...parameter, value: exampleOf(document, parameter) }))
  const content = operation.requestBody?.content ?? {}
  const [type] = Object.keys(content)
  const isJson = type === 'application/json'
  const body = isJson ? exampleOf(document, content[type]) : undefined
  const isOpen = operation.security?.some((scheme) => Object.keys(scheme).length === 0)
  return [
    {
      lang: 'bash',
      label: 'curl',
      source: curlOf({ path, method, values, body, type, isJson, isOpen }),
    },
    ...sdkSamples({ operation, values, body, type, isJson }),
  ]
}

function curlOf({ path, method, values, body, type, isJson, isOpen }) {
  const inQuery = values.filter((it) => it.in === 'query')
  const query = new URLSearchParams(inQuery.map(({ name, value }) => [name, String(value)]))
  const filled = values
    .filter((it) => it.in === 'path')
    .reduce((url, { name, value }) => url.replace(`{${name}}`, encodeURIComponent(value)), path)
  const url = `${location.origin}${filled}${inQuery.length > 0 ? `?${query}` : ''}`
  const headers = values.filter((it) => it.in === 'header')
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${url}'`,
    ...(isOpen ? [] : [`-H "Authorization: Bearer $TOKEN"`]),
    ...headers.map(({ name, value }) => `-H '${name}: ${value}'`),
    ...(type === undefined ? [] : [`-H 'Content-Type: ${type}'`]),
    ...(isJson ? [`-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`] : []),
    ...(type !== undefined && !isJson ? ['--data-binary @file'] : []),
  ].join(' \\\n  ')
}

/** Shows files and addresses outside the router, which have functions of their own in the SDK. */
function sdkSamples({ operation, values, body, type, isJson }) {
  const call = operation['x-sdk']
  if (call === undefined || (type !== undefined && !isJson)) return []
  const given = Object.fromEntries(
    values
      .filter((it) => it.in !== 'header' || it.name.toLowerCase() === 'if-match')
      .map((it) => [it.in === 'header' ? 'revision' : it.name, it.value]),
  )
  const fields = { ...given, ...(isJson && typeof body === 'object' ? body : {}) }
  const input = Object.keys(fields).length === 0 ? '' : asCode(fields)
  return [{ lang: 'js', label: '@lyceum/sdk', source: `await lyceum.${call}(${input})` }]
}

/** Writes it as a programmer does: keys without quotes where they need none. */
function asCode(value) {
  return JSON.stringify(value, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\']|\\[^"'])*)"/g, "'$1'")
}

const deepest = 6

function exampleOf(document, holder, depth = 0) {
  const { example, examples, schema } = holder
  const [first] = Object.values(examples ?? {})
  if (example !== undefined) return example
  if (first?.value !== undefined) return first.value
  return schema === undefined ? undefined : exampleOfSchema(document, schema, depth)
}

function exampleOfSchema(document, given, depth) {
  const schema = given.$ref === undefined ? given : resolve(document, given.$ref)
  if (schema.example !== undefined) return schema.example
  if (schema.examples?.[0] !== undefined) return schema.examples[0]
  if (schema.const !== undefined) return schema.const
  if (schema.enum !== undefined) return schema.enum[0]
  if (schema.default !== undefined) return schema.default
  const [choice] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  if (choice !== undefined) return exampleOfSchema(document, choice, depth + 1)
  const type = [schema.type].flat()[0]
  if (type === 'object' && depth < deepest)
    return Object.fromEntries(
      (schema.required ?? []).map((name) => [
        name,
        exampleOfSchema(document, schema.properties?.[name] ?? {}, depth + 1),
      ]),
    )
  if (type === 'array')
    return depth < deepest ? [exampleOfSchema(document, schema.items ?? {}, depth + 1)] : []
  return { integer: 1, number: 1, boolean: true, string: 'text' }[type] ?? null
}

function resolve(document, ref) {
  return (
    ref
      .slice(2)
      .split('/')
      .reduce((place, key) => place?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document) ??
    {}
  )
}
