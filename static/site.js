// What htmx cannot say in attributes: which request goes first, where a message stands when one fails, and what the
// list that is shown says of itself in the page's head. And a way through that list by keys.
(() => {
  const OF_THE_LIST = "link[rel=canonical], [data-list-feed], meta:is([name=description], [property$=title], [property$=description], [property$=url])";
  const underWay = new Map();
  const list = () => [...document.querySelectorAll(".entry")];
  const entries = () => list().length;
  let message;

  const isPage = (text) => /^\s*<(!doctype|html)\b/i.test(text ?? "");

  // Beside the control that was used where that is in a list; where the page wants it elsewhere.
  const say = (ctx, ...parts) => {
    const place = ctx.sourceElement.closest(".filters, .more") ?? document.getElementById("notice");
    message?.remove();
    message = document.createElement("p");
    message.className = "fault";
    message.setAttribute("role", "alert");
    message.append(...parts);
    place?.append(message);
  };

  // An error of ours is one sentence in a fragment; that of a server in between is a page nobody asked for.
  const words = (ctx) => {
    const answer = new DOMParser().parseFromString(isPage(ctx.text) ? "" : ctx.text, "text/html");
    const ours = answer.querySelector("[role=alert]")?.childNodes;
    return ours ?? [`The server answered with an error (${ctx.response.status}). Try again in a moment.`];
  };

  // htmx forgets what is under way as soon as a request that was replaced ends: a third click would not stop the
  // second, and the answer that comes last would win. So what `hx-sync` says is held to here.
  const queueOf = (element) => {
    const [, place, strategy] = element.getAttribute("hx-sync")?.match(/^(.+):(\w+)$/) ?? [];
    return { place: place === "this" ? element : place, strategy };
  };

  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    const { place, strategy } = queueOf(ctx.sourceElement);
    const earlier = underWay.get(place);
    if (earlier && strategy === "drop") return event.preventDefault();
    if (earlier && strategy === "replace") earlier.request.abort();
    if (place) underWay.set(place, ctx);
    ctx.queue = place;
    ctx.began = performance.now();
    ctx.entries = entries();
    message?.remove();
  });

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (underWay.get(ctx.queue) === ctx) underWay.delete(ctx.queue);
  });

  // A whole page for a part of one, from a server in between that ignores `Vary`: it is shown as the page it is.
  document.addEventListener("htmx:after:request", (event) => {
    const { request, response, text } = event.detail.ctx;
    if (request.method !== "GET" || response.status >= 400 || !isPage(text)) return;
    event.preventDefault();
    location.assign(response.raw.url);
  });

  document.addEventListener("htmx:response:error", ({ detail: { ctx } }) => say(ctx, ...words(ctx)));

  // No answer, or half of one. A request that was aborted before its time is one that a later click replaced.
  document.addEventListener("htmx:error", ({ detail: { ctx, error } }) => {
    if (!ctx) return;
    const isReplaced = error?.name === "AbortError" && performance.now() - ctx.began < htmx.config.defaultTimeout;
    if (!isReplaced) say(ctx, "No answer came. Check your connection and try again.");
  });

  // An error leaves address, title and list as they are; choosing what is chosen already is no step in the history.
  document.addEventListener("htmx:before:history:update", (event) => {
    const { history: step, response } = event.detail;
    if (response?.status >= 400) event.preventDefault();
    if (step.path === location.pathname + location.search) step.type = "replace";
  });

  document.addEventListener("htmx:before:swap", (event) => {
    const { response, swap } = event.detail.ctx;
    if (response?.status >= 400 && swap === "none") event.preventDefault();
  });

  document.addEventListener("htmx:after:swap", () => {
    const words = document.getElementById("list-head");
    if (!words) return;
    document.head.querySelectorAll(OF_THE_LIST).forEach((old) => old.remove());
    document.head.append(words.content);
    words.remove();
  });

  // Whoever comes back finds the list as long as it was left: how long is kept with this step of the history, and what
  // is missing is loaded again, part by part. A page that the browser kept alive needs none of this. Where the list
  // was left is told by an entry, as those above it may be higher in another window.
  const keep = (what) => history.replaceState({ ...history.state, ...what }, "");
  const isReturn = performance.getEntriesByType("navigation")[0]?.type !== "navigate";
  const top = (entry) => entry?.getBoundingClientRect().top ?? 0;
  let { shown = 0, first, place = 0 } = (isReturn && history.state) || {};

  const lengthen = () => {
    const more = document.getElementById("load-more");
    if (more && entries() < shown) return more.click();
    if (shown && first !== undefined) scrollBy(0, top(list()[first]) - place);
    shown = 0;
  };

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    if (ctx.sourceElement.id !== "load-more" || entries() <= ctx.entries) return;
    keep({ shown: entries() });
    setTimeout(lengthen);
  });

  addEventListener("pagehide", () => {
    if (!history.state?.shown) return;
    const first = Math.max(0, list().findLastIndex((entry) => top(entry) < 1));
    keep({ first, place: top(list()[first]) });
  });
  addEventListener("load", () => setTimeout(lengthen));

  // In a list that holds the keyboard's focus, j and k lead to the next and the one before (WCAG 2.2, 2.1.4: only there).
  document.addEventListener("keydown", (event) => {
    const step = { j: 1, k: -1 }[event.key];
    const entry = event.target.closest?.(".entry");
    if (!step || !entry || event.ctrlKey || event.metaKey || event.altKey || event.target.isContentEditable) return;
    const links = [...entry.parentElement.querySelectorAll(":scope > .entry :is(h2, h3) a")];
    links[links.indexOf(entry.querySelector(":is(h2, h3) a")) + step]?.focus();
  });
})();
