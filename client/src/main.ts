import './app/fonts.css'
import './app/look.css'
import './app/style.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { router } from './app/router.svelte'
import { followSettings } from './app/settings.svelte'
import { followLanguage } from './app/texts.svelte'

followSettings()
followLanguage()
router.follow()
const target = document.getElementById('app')
if (target) mount(App, { target })

// After the first visit the score pad and the timer open without a connection.
if (import.meta.env.PROD) {
  addEventListener('load', () => {
    navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)
  })
}
