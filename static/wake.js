// Fetches what a page does not need to be read: nothing of it is there before a reader shows a sign of wanting it.
{
  const { draw, read } = document.currentScript.dataset;
  const load = (src) => document.head.append(Object.assign(document.createElement("script"), { src }));
  const listen = (signs, ear, ears) => signs.split(" ").forEach((sign) => addEventListener(sign, ear, ears));

  // A browser may give an arrival up, as where the tab is hidden or another one follows: that is no fault.
  addEventListener("unhandledrejection", (event) => /ViewT/.test(event.reason) && event.preventDefault());

  // The breath, before a link is followed. A quicker click is plain.
  const links = new AbortController();
  const breathe = ({ target }) => {
    const link = target.closest?.("a");
    const isCalm = matchMedia("(prefers-reduced-motion: reduce), (forced-colors: active)").matches;
    if (link?.origin !== location.origin || link.hash || isCalm || navigator.connection?.saveData) return;
    links.abort();
    load(draw);
  };
  listen("pointerover pointerdown focusin", breathe, links);

  // Only paper is taken along.
  addEventListener("pageswap", (event) => document.querySelector("[data-covers]") || event.viewTransition?.skipTransition());

  // Comforts for reading, once somebody reads; at once where there is a place to go on at.
  const readers = new AbortController();
  const comfort = () => {
    readers.abort();
    load(read);
  };
  if (read) {
    listen("scroll pointermove keydown", comfort, readers);
    try {
      if (localStorage[`read:${location.pathname}`]) comfort();
    } catch {
      // It may be switched off.
    }
  }
}
