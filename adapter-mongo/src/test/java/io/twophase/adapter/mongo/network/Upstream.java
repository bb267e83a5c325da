package io.twophase.adapter.mongo.network;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** A connection to the server, for one request at a time. */
public final class Upstream implements AutoCloseable {

  private final InetSocketAddress address;
  private final Socket socket;

  private Upstream(InetSocketAddress address, Socket socket) {
    this.address = address;
    this.socket = socket;
  }

  static Upstream connect(InetSocketAddress address) throws IOException {
    Socket socket = new Socket(address.getAddress(), address.getPort());
    socket.setTcpNoDelay(true);
    return new Upstream(address, socket);
  }

  /** Lets a request arrive, and waits for its answer. */
  public WireMessage ask(WireMessage request) throws IOException {
    request.write(socket.getOutputStream());
    return next();
  }

  WireMessage next() throws IOException {
    return WireMessage.read(socket.getInputStream())
        .orElseThrow(() -> new IOException("the server has closed the connection"));
  }

  /** Lets a request arrive by another connection, whatever becomes of this one. */
  public WireMessage askApart(WireMessage request) throws IOException {
    try (Upstream other = connect(address)) {
      return other.ask(request);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
