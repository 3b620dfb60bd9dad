// What htmx cannot say in attributes: where a message goes when a request fails, and which feed the page has.
(() => {
  const notice = () => document.getElementById("notice");

  const say = (text) => {
    const place = notice();
    if (!place) return;
    const line = document.createElement("p");
    line.className = "fault";
    line.setAttribute("role", "alert");
    line.textContent = text;
    place.replaceChildren(line);
  };

  // An answer of ours is one sentence in a fragment; an answer of a server in between is a page nobody asked for.
  const sentence = (ctx) => {
    const answer = new DOMParser().parseFromString(ctx.text ?? "", "text/html");
    const ours = answer.body.querySelector("[role=alert]");
    return ours?.textContent.trim() || `The server answered with an error (${ctx.response.status}). Try again in a moment.`;
  };

  document.addEventListener("htmx:before:request", () => notice()?.replaceChildren());

  document.addEventListener("htmx:response:error", (event) => say(sentence(event.detail.ctx)));

  // No answer at all. An aborted request is one that a later click replaced, unless it ran out of time.
  document.addEventListener("htmx:error", (event) => {
    const { ctx, error } = event.detail;
    if (!ctx || ctx.response) return;
    if (error?.name !== "AbortError" || ctx.timedOut) say("No answer came. Check your connection and try again.");
  });

  document.addEventListener("htmx:before:history:update", (event) => {
    if (event.detail.response?.status >= 400) event.preventDefault();
  });

  document.addEventListener("htmx:after:swap", () => {
    const feeds = document.getElementById("list-feeds");
    if (!feeds) return;
    document.head.querySelectorAll("[data-list-feed]").forEach((link) => link.remove());
    document.head.append(feeds.content);
    feeds.remove();
  });
})();
