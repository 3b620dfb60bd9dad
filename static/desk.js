// What neither HTML nor htmx can say: a form is sent once, and unsaved text is not left by mistake.
(() => {
  const form = document.getElementById("editor");
  let unsaved = form?.hasAttribute("data-unsaved") ?? false;

  // A disabled button would not be sent with its form, so they are disabled after that; and not for ever.
  const disable = (buttons, disabled) => buttons.forEach((button) => { button.disabled = disabled; });

  form?.addEventListener("input", () => { unsaved = true; });

  document.addEventListener("submit", (event) => {
    if (event.target === form) unsaved = false;
    const buttons = event.target.querySelectorAll("button");
    setTimeout(disable, 0, buttons, true);
    setTimeout(disable, 5000, buttons, false);
  });

  window.addEventListener("pageshow", () => disable(document.querySelectorAll("button"), false));

  window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
})();
