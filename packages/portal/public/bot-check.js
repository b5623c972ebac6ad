// Shows the check of Turnstile, hCaptcha or reCAPTCHA inside the document that the reveal dialog frames, and hands its
// answer to that dialog (contract: BotCheckMessage). The three services' scripts take the same calls.
(() => {
  const place = document.getElementById('check');
  const { service, siteKey, scriptUrl } = place.dataset;
  const asked = new URLSearchParams(location.search);
  const theme = asked.get('theme') === 'dark' ? 'dark' : 'light';
  // The scheme of the page around it, or the frame would be drawn on white in a dark page.
  document.documentElement.style.colorScheme = theme;
  const language = asked.get('language') === 'zh' ? 'zh-CN' : 'en';
  const apis = { turnstile: 'turnstile', hcaptcha: 'hcaptcha', recaptcha: 'grecaptcha' };

  let answer = null;
  let broken = false;
  const tell = () => {
    const bottoms = [...document.body.querySelectorAll('*')].map((element) => element.getBoundingClientRect().bottom);
    const height = Math.ceil(Math.max(0, ...bottoms));
    parent.postMessage({ from: 'openhouse-bot-check', answer, broken, height }, location.origin);
  };
  const settle = (given, fails = false) => {
    answer = given;
    broken = fails;
    tell();
  };

  window.openhouseCheckLoaded = () => {
    try {
      window[apis[service]].render(place, {
        sitekey: siteKey,
        theme,
        language,
        hl: language,
        callback: (given) => settle(given),
        'expired-callback': () => settle(null),
        'error-callback': () => settle(null, true),
      });
    } catch {
      settle(null, true);
    }
    tell();
  };

  // A service opens its riddle beside its box; the frame grows with it.
  new MutationObserver(tell).observe(document.documentElement, { childList: true, subtree: true, attributes: true });

  const address = new URL(scriptUrl);
  address.searchParams.set('render', 'explicit');
  address.searchParams.set('onload', 'openhouseCheckLoaded');
  address.searchParams.set('hl', language);
  const script = document.createElement('script');
  script.src = address.href;
  script.async = true;
  script.addEventListener('error', () => settle(null, true));
  document.head.append(script);
})();
