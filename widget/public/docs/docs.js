/* The API reference: Swagger UI with our own OpenAPI document. It sends no requests to other sites. */

const spec = await (await fetch('/openapi.json')).json()
const { 'x-audience': audience } = spec.components.securitySchemes.oauth

window.SwaggerUIBundle({
  spec,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  persistAuthorization: false,
  validatorUrl: null,
  // A token request needs the audience of this API; Swagger UI has no field for it.
  requestInterceptor: request => {
    if (new URL(request.url, location.href).pathname === '/oauth/token') {
      request.body = `${request.body}&audience=${encodeURIComponent(audience)}`
    }
    return request
  },
})
