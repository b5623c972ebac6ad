/** The look of pages without a script: the portal's tokens and typeface, light and dark. */
export const style = `
@font-face{font-family:Geist;font-display:swap;font-weight:100 900;src:url(/geist-latin-ext.woff2) format("woff2");unicode-range:U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+1E00-1E9F,U+1EF2-1EFF}
@font-face{font-family:Geist;font-display:swap;font-weight:100 900;src:url(/geist-latin.woff2) format("woff2");unicode-range:U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+2000-206F,U+20AC}
:root{--canvas:#f7f5f0;--surface:#fff;--line:#e6e2d9;--field:#8f897d;--ink:#1b1a17;--muted:#6b665d;--primary:#256847;--on-primary:#fff;--clay:#b4512a;--warn:#8a5a10;--bad:#a3341f;--ok:#256847}
@media (prefers-color-scheme:dark){:root{--canvas:#131210;--surface:#1b1a17;--line:#2b2925;--field:#716b60;--ink:#efeae0;--muted:#a09a8e;--primary:#6aaa87;--on-primary:#131210;--clay:#d98a63;--warn:#e0b15c;--bad:#f08a72;--ok:#8fbfa4}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--canvas);color:var(--ink);font:400 .8125rem/1.25rem Geist,system-ui,-apple-system,"Segoe UI","PingFang SC","Noto Sans CJK SC",sans-serif}
main{width:100%;max-width:440px;padding:32px;background:var(--surface);border:1px solid var(--line);border-radius:14px}
.logo{display:block;margin-bottom:16px}
.door{fill:var(--clay)}
.tag{display:inline-block;margin:0 0 12px;padding:0 8px;border:1px solid var(--line);border-radius:999px;color:var(--warn);font-size:.75rem}
h1{margin:0 0 8px;font-size:1.5rem;line-height:2rem;font-weight:600;letter-spacing:-.018em}
h2{margin:24px 0 8px;font-size:.75rem;line-height:1rem;font-weight:500;color:var(--muted)}
.lede{margin:0 0 24px;font-size:.875rem;line-height:1.375rem;color:var(--muted)}
ul{list-style:none;margin:0;padding:0;border:1px solid var(--line);border-radius:8px;overflow:hidden}
li+li{border-top:1px solid var(--line)}
button,input,a.primary{font:inherit;color:inherit}
.account{display:flex;align-items:center;gap:12px;width:100%;padding:12px;border:0;background:none;text-align:left;cursor:pointer}
.account:hover{background:var(--canvas)}
.portrait{display:grid;place-items:center;flex:none;width:36px;height:36px;border:1px solid var(--line);border-radius:999px;font-weight:600}
.who{display:grid;flex:1;min-width:0}
.name{font-weight:500}
.meta,.role{font-size:.75rem;line-height:1rem;color:var(--muted);overflow-wrap:anywhere}
.role{flex:none;max-width:40%;text-align:right}
.new{display:grid;gap:4px}
label{font-weight:500}
.new input{height:2.25rem;margin-bottom:8px;padding:0 12px;border:1px solid var(--field);border-radius:6px;background:var(--surface)}
.primary{display:inline-grid;place-items:center;height:2.25rem;margin-top:8px;padding:0 16px;border:0;border-radius:6px;background:var(--primary);color:var(--on-primary);font-weight:500;text-decoration:none;cursor:pointer}
.warning{margin:0;color:var(--bad)}
:focus-visible{outline:2px solid var(--primary);outline-offset:2px}
li :focus-visible{outline-offset:-2px}
.part{display:flex;align-items:center;gap:12px;padding:12px}
.fine{color:var(--ok);font-weight:500}
.broken{color:var(--bad);font-weight:500}
.note{margin:0 0 24px;padding:12px 16px;border:1px solid var(--line);border-left:3px solid var(--warn);border-radius:8px;overflow-wrap:anywhere}
.note h2{margin:0 0 4px;color:var(--warn)}
.note p{margin:0;white-space:pre-line}
.checked{margin:16px 0 0}
.checked a{color:var(--primary)}
@media (max-width:480px){main{padding:24px 16px}.account{flex-wrap:wrap;row-gap:0}.role{flex-basis:calc(100% - 48px);max-width:none;margin-left:48px;text-align:left}}
`.replaceAll('\n', '');
