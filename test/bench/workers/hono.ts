/* The smallest Worker that hono makes. */
import { Hono } from 'hono'

const app = new Hono()
app.get('*', c => c.json({ status: 'Healthy' }))
export default app
