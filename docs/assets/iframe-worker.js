// Search in pages that are opened from a folder: browsers refuse a Worker there, so a hidden frame takes its place.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      window.addEventListener("message", (event) => {
        if (event.source !== inside) return;
        const message = new MessageEvent("message", { data: event.data });
        this.dispatchEvent(message);
        this.onmessage?.(message);
      });
      this.ready = new Promise((resolve) => this.frame.addEventListener("load", resolve, { once: true }));
      inside.document.open();
      inside.document.write(
        `<script>var postMessage = (data) => parent.postMessage(data, "*"),
         importScripts = (...urls) => urls.reduce((before, url) => before.then(() => new Promise((done) => {
           const script = document.createElement("script"); script.src = url; script.onload = done;
           document.body.append(script); })), Promise.resolve());<\/script><body><script src="${url}"><\/script>`,
      );
      inside.document.close();
    }

    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
