// Calls the server that the page came from, by whatever name that was reached. Swagger UI keeps the
// token in the browser's memory alone: it is gone with the page.
fetch('/openapi.json')
  .then((answer) => answer.json())
  .then((document) => {
    SwaggerUIBundle({
      spec: { ...document, servers: [{ url: location.origin }] },
      dom_id: '#operations',
      deepLinking: true,
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      displayRequestDuration: true,
      filter: true,
      validatorUrl: null,
    })
  })
