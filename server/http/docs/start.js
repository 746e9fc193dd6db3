// Calls the server that the page came from, by whatever name that was reached. The token that you
// enter is kept in the memory of the page alone: it is gone with the page.
fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((document) => {
    Scalar.createApiReference('#operations', {
      content: {
        ...document,
        servers: [{ url: location.origin }],
        tags: document.tags.filter(({ name }) => name !== 'aliases'),
        paths: withFiltersOff(withoutAliases(document.paths)),
      },
      authentication: { preferredSecurityScheme: 'bearer' },
      generateOperationSlug: ({ operationId }) => operationId,
      persistAuth: false,
      withDefaultFonts: false,
      // Nothing leaves the server: no statistics, no assistant, no client in somebody's cloud.
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
      documentDownloadType: 'none',
    })
  })

/** The description of an operation names its aliases; each would be shown again. */
function withoutAliases(paths) {
  const canonical = Object.entries(paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item).filter(([, operation]) => operation['x-alias-of'] === undefined),
    ),
  ])
  return Object.fromEntries(canonical.filter(([, item]) => Object.keys(item).length > 0))
}

/** A form that is opened to be tried sends no filter that nobody has chosen. */
function withFiltersOff(paths) {
  const choices = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ parameters = [] }) => parameters)
    .filter(({ required, schema }) => !required && schema.enum && schema.default === undefined)
  for (const parameter of choices)
    parameter.examples = { default: { value: parameter.schema.enum[0], 'x-disabled': true } }
  return paths
}
