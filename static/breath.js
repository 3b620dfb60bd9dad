// Fetches the breath when it may be needed. A quicker click is plain.
{
  const { draw } = document.currentScript.dataset;
  const ears = new AbortController();

  const wake = ({ target }) => {
    const link = target.closest?.("a");
    const isCalm = matchMedia("(prefers-reduced-motion: reduce), (forced-colors: active)").matches;
    if (link?.origin !== location.origin || link.hash || isCalm || navigator.connection?.saveData) return;
    ears.abort();
    document.head.append(Object.assign(document.createElement("script"), { src: draw }));
  };
  for (const sign of ["pointerover", "pointerdown", "focusin"]) addEventListener(sign, wake, ears);

  // Only paper is taken along.
  addEventListener("pageswap", (event) => document.querySelector("[data-covers]") || event.viewTransition?.skipTransition());
}
