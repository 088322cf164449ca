import { mount } from 'svelte'
import Stay from './Stay.svelte'

mount(Stay, { target: document.body })
