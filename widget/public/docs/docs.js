/* The browsable reference: the viewer, on our own description. It asks nobody else for anything. */

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
  // A token is good for this API only if it was asked for with its audience, which the viewer has no field for.
  requestInterceptor: request => {
    if (new URL(request.url, location.href).pathname === '/oauth/token') {
      request.body = `${request.body}&audience=${encodeURIComponent(audience)}`
    }
    return request
  },
})
