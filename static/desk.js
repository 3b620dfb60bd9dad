// What neither HTML nor htmx can say: a form is sent once, and unsaved text is not left by mistake.
(() => {
  const form = document.getElementById("editor");
  let unsaved = form?.hasAttribute("data-unsaved") ?? false;

  // A disabled button would not be sent with its form, so they are disabled after that; and not for ever.
  const disable = (buttons, disabled) => buttons.forEach((button) => { button.disabled = disabled; });

  // A text that is too long is not sent: it would come back, or be too much to be taken in at all.
  const check = (field) => {
    const over = field.value.length > field.dataset.most && [...field.value].length - field.dataset.most;
    field.setCustomValidity(over > 0 ? `${over.toLocaleString("en")} characters too many for one piece.` : "");
  };

  form?.addEventListener("input", ({ target }) => {
    unsaved = true;
    if (target.dataset.most) check(target);
  });

  document.addEventListener("submit", (event) => {
    if (event.target === form) unsaved = false;
    const buttons = event.target.querySelectorAll("button");
    setTimeout(disable, 0, buttons, true);
    setTimeout(disable, 5000, buttons, false);
  });

  window.addEventListener("pageshow", () => disable(document.querySelectorAll("button"), false));

  window.addEventListener("beforeunload", (event) => { if (unsaved) event.preventDefault(); });
})();
