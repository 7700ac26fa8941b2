import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig, type Plugin } from 'vite';

/** SvelteKit hides what it tells screen readers with an inline style, which the Content-Security-Policy forbids; app.css does it instead. */
function announcerWithoutStyle(): Plugin {
  let isFound = false;
  return {
    name: 'announcer-without-style',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/components/root.svelte')) return undefined;
      const changed = code.replace(/(id="svelte-announcer"[^>]*?)\s+style="[^"]*"/, '$1');
      isFound ||= changed !== code;
      return changed;
    },
    buildEnd(error) {
      if (error === undefined && !isFound && this.environment.name === 'client') this.error("SvelteKit's announcer was not found");
    },
  };
}

// oxlint-disable-next-line import/no-default-export -- Vite reads its configuration from the default export.
export default defineConfig({
  plugins: [
    announcerWithoutStyle(),
    sveltekit({
      adapter: adapter({ pages: 'build/site', assets: 'build/site', fallback: 'index.html' }),
      paths: { base: '/dashboard' },
      version: { name: 'parley' },
    }),
  ],
  build: { target: 'es2023', reportCompressedSize: false },
});
