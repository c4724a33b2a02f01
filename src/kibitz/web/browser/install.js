// Beside the page of an export: how far it is loaded, and the service worker that lets it open without a network.

const bar = /** @type {HTMLElement} */ (document.getElementById("loading"));

document.addEventListener("kibitz-loading", (event) => {
  const stage = /** @type {CustomEvent} */ (event).detail;
  bar.dataset.stage = stage;
  bar.hidden = stage === "ready";
  if (stage === "ready" && "serviceWorker" in navigator) {
    // After everything else has loaded, as an earlier download would delay the first board.
    const script = document.documentElement.dataset.serviceWorker;
    if (script) navigator.serviceWorker.register(script).catch((error) => console.warn("Kibitz can't be kept for use without a network:", error));
  }
});

document.addEventListener("kibitz-trouble", (event) => {
  bar.hidden = false;
  bar.dataset.stage = "failed";
  bar.textContent = `Kibitz can't start here: ${/** @type {CustomEvent} */ (event).detail}`;
});
