// Runs before the first pixel, so that a dark page never flashes light. A file of its own because the content
// security policy allows no inline script. The two keys are the only things the portal ever stores in a browser.
(() => {
  const root = document.documentElement;
  let scheme = null;
  let language = null;
  try {
    scheme = localStorage.getItem('openhouse-color-scheme');
    language = localStorage.getItem('openhouse-language');
  } catch {
    // Storage is switched off: the system's scheme and the browser's language decide.
  }
  if (scheme !== 'light' && scheme !== 'dark') {
    scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  }
  if (language !== 'en' && language !== 'zh') language = navigator.language.startsWith('zh') ? 'zh' : 'en';
  root.setAttribute('data-mantine-color-scheme', scheme);
  root.setAttribute('lang', language);
})();
