/* A minimal Worker with hono. */
import { Hono } from 'hono'

const app = new Hono()
app.get('*', c => c.json({ status: 'Healthy' }))
export default app
