// The breath: between two pages of the site the one that is left goes under paper, behind a soft and grainy edge as
// on a woodblock print, and only when all of it is covered does the browser go on. How the next page comes out from
// under the paper is in site.css, at the end. Going on never depends on the picture: whatever fails, the reader goes.
//
// The same file is the painter, in a thread of its own: asking for WebGL can hold a thread for half a second.
(() => {
  const LEAVE = 140; // From the click until all is covered. With the 120 ms of site.css and two frames: 300.
  const READY = 90; // A painter that is not ready by now is not waited for: paper fades in instead.
  const LATEST = 300; // The browser goes on by now, whether or not anything was drawn.
  const STAY = 1500; // A page that takes longer comes without the breath, and this one is shown again until then.

  const CORNERS = "attribute vec2 corner; void main() { gl_Position = vec4(corner, 0., 1.); }";

  // How much paper there is at a place when `part` of the way is done: none at 0, all at 1, never less than before.
  // The grain moves places about between 0 and 1, so it cannot change that.
  const GRADATION = `
    precision highp float;
    uniform vec2 size;
    uniform vec3 paper;
    uniform float part;
    const float SOFT = .6;
    float grain(vec2 at) { return fract(sin(dot(at, vec2(41.17, 289.31))) * 9173.77); }
    float cover(vec2 at) {
      vec2 way = vec2(at.x, size.y - at.y) / size;
      float fibre = mix(grain(floor(at)), grain(floor(at / vec2(19., 2.))), .5);
      float place = mix(dot(way, vec2(.15, .85)), fibre, .18);
      return smoothstep(0., 1., (part * (1. + SOFT) - place) / SOFT);
    }
    void main() { gl_FragColor = vec4(paper, 1.) * cover(gl_FragCoord.xy); }`;

  if (typeof document === "undefined") return paint();

  const source = document.currentScript.src;
  let breath = null;

  document.addEventListener("click", (event) => {
    try {
      if (breath?.isGone || !isPlain(event)) return;
      const link = event.target.closest("a, button, input, label, select, summary");
      if (!link || !isOurs(link) || event.defaultPrevented || isCalm()) return link && clear();
      if (breath) breath.href = link.href;
      else begin(link.href);
      event.preventDefault();
    } catch {
      clear();
    }
  });

  function isPlain({ button, metaKey, ctrlKey, shiftKey, altKey }) {
    return button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);
  }

  // A public page of ours, as a page: no file, nothing that htmx or another window takes, no place on this page.
  function isOurs(link) {
    if (!link.matches("a[href]:not([target], [download], [hx-get])") || link.origin !== location.origin) return false;
    if (/\.\w+$|\/(desk|login|logout)(\/|$)/.test(link.pathname)) return false;
    return !link.href.includes("#") || link.pathname + link.search !== location.pathname + location.search;
  }

  function isCalm() {
    const isAsked = matchMedia("(prefers-reduced-motion: reduce), (forced-colors: active)").matches;
    return isAsked || Boolean(navigator.connection?.saveData);
  }

  function begin(href) {
    breath = { href, start: performance.now(), timer: setTimeout(go, LATEST), ears: new AbortController() };
    const { signal } = breath.ears;
    breath.canvas = layCanvas();
    breath.painter = callPainter(breath.canvas, getComputedStyle(breath.canvas).backgroundColor);
    breath.canvas.style.backgroundColor = "transparent";
    document.addEventListener("visibilitychange", () => document.hidden && go(), { signal });
    addEventListener("submit", clear, { signal });
    addEventListener("pagehide", clear, { signal });
    next(frame);
  }

  function layCanvas() {
    const canvas = document.createElement("canvas");
    canvas.width = Math.min(innerWidth, 1440);
    canvas.height = Math.min(innerHeight, 1440);
    canvas.setAttribute("aria-hidden", "true");
    canvas.style.cssText = `position: fixed; inset: 0; width: 100%; height: 100%; height: 100lvh; z-index: 2147483647;
      pointer-events: none; background: var(--paper); view-transition-name: breath`;
    document.documentElement.append(canvas);
    return canvas;
  }

  function callPainter(canvas, colour) {
    const paper = colour.match(/^rgb\((\d+), (\d+), (\d+)\)$/).slice(1).map((tone) => tone / 255);
    const offscreen = canvas.transferControlToOffscreen();
    const painter = new Worker(source);
    const mine = breath;
    painter.onmessage = ({ data: isReady }) => attempt(mine, isReady ? draw : fade);
    painter.onerror = (event) => {
      event.preventDefault();
      attempt(mine, fade);
    };
    painter.postMessage({ canvas: offscreen, paper }, [offscreen]);
    return painter;
  }

  // The painter's own gradation. An answer that comes when paper is fading in already comes too late.
  function draw() {
    const { painter } = breath;
    choose((part) => painter.postMessage(part));
  }

  // Paper all over at once, where there is no painter. One that fails midway leaves less than it had: then cover all.
  function fade() {
    if (breath.lay) return go();
    const { style } = breath.canvas;
    choose((part) => (style.opacity = part));
    style.opacity = 0;
    style.backgroundColor = "var(--paper)";
  }

  function choose(lay) {
    if (!breath.lay) Object.assign(breath, { lay, from: performance.now() - breath.start });
  }

  function frame() {
    const { start, from } = breath;
    const since = performance.now() - start;
    if (since >= LEAVE) {
      breath.lay?.(1);
      coverAll();
      return next(go);
    }
    if (!breath.lay && since >= READY) fade();
    else breath.lay?.((since - from) / (LEAVE - from));
    next(frame);
  }

  function coverAll() {
    Object.assign(breath.canvas.style, { backgroundColor: "var(--paper)", opacity: 1 });
    breath.canvas.dataset.covers = "all";
  }

  function next(step) {
    const mine = breath;
    requestAnimationFrame(() => attempt(mine, step));
  }

  function attempt(mine, step) {
    if (breath !== mine || mine.isGone) return;
    try {
      step();
    } catch {
      go();
    }
  }

  function go() {
    if (!breath || breath.isGone) return;
    breath.isGone = true;
    location.assign(breath.href);
    try {
      coverAll();
      clearTimeout(breath.timer);
      breath.timer = setTimeout(clear, STAY);
    } catch {
      clear();
    }
  }

  function clear() {
    const { canvas, timer, ears, painter } = breath ?? {};
    breath = null;
    canvas?.remove();
    try {
      clearTimeout(timer);
      ears?.abort();
      painter?.terminate();
    } catch {
      // What still runs finds no breath to do anything with.
    }
  }

  // The painter's thread: takes the canvas first and says whether it can, then a part of the way for each frame.
  function paint() {
    let drawPart;
    self.onmessage = ({ data }) => {
      if (typeof data === "number") return drawPart(data);
      data.canvas.addEventListener("webglcontextlost", () => postMessage(false));
      drawPart = prepare(data.canvas, data.paper);
      postMessage(Boolean(drawPart));
    };
  }

  function prepare(canvas, paper) {
    const gl = canvas.getContext("webgl", { antialias: false, depth: false });
    const program = gl && link(gl);
    if (!program) return null;
    const uniform = (name) => gl.getUniformLocation(program, name);
    gl.useProgram(program);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);
    gl.uniform2f(uniform("size"), canvas.width, canvas.height);
    gl.uniform3fv(uniform("paper"), paper);
    return (part) => {
      gl.uniform1f(uniform("part"), part);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
    };
  }

  function link(gl) {
    const program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, CORNERS], [gl.FRAGMENT_SHADER, GRADATION]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    return gl.getProgramParameter(program, gl.LINK_STATUS) && program;
  }
})();
