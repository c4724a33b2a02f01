// How the page reaches the service: a server over WebSocket and HTTP, or a Worker of this browser.

import { linkTo } from "./address.js";

/**
 * The listener of one connection.
 * @typedef {{onOpen: () => void, onMessage: (text: string) => void, onClose: (code: number, reason: string) => void}} Listener
 * One connection. @typedef {{send: (text: string) => void, isOpen: () => boolean}} Channel
 * @typedef {{connect: (protocol: number, listener: Listener) => Channel, request: (path: string, sent?: RequestInit) => Promise<Response>}} Transport
 */

/** @implements {Transport} */
class ServerTransport {
  /** @param {number} protocol @param {Listener} listener @returns {Channel} */
  connect(protocol, listener) {
    const socket = new WebSocket(linkTo(`/socket?protocol=${protocol}`).replace(/^http/, "ws"));
    socket.onopen = () => listener.onOpen();
    socket.onmessage = ({ data }) => listener.onMessage(data);
    socket.onclose = ({ code, reason }) => listener.onClose(code, reason);
    return { send: (text) => socket.send(text), isOpen: () => socket.readyState === WebSocket.OPEN };
  }

  /** @param {string} path @param {RequestInit} [sent] */
  request(path, sent) {
    return fetch(path, sent);
  }
}

/** The address of the Worker's script, where there is no server. */
const worker = document.documentElement.dataset.worker;

/** @type {Transport} */
export const transport = worker
  ? new (await import("./worker-transport.js")).WorkerTransport(new URL(worker, document.baseURI))
  : new ServerTransport();
