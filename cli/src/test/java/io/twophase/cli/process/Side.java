package io.twophase.cli.process;

import io.twophase.adapter.mongo.network.Proxy;
import io.twophase.adapter.mongo.network.Upstream;
import io.twophase.adapter.mongo.network.WireMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** One of two servers: a process of its own, with a network before it that can be cut. */
final class Side implements AutoCloseable {

  private final RestartedProcess server;
  private final Proxy proxy;
  private volatile boolean isCut;

  private Side(RestartedProcess server, int port) {
    this.server = server;
    this.proxy =
        Proxy.before(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), this::carried);
  }

  /** A server whose documents and logs go to a new folder. */
  static Side start(Path folder) throws IOException {
    int port = RestartedProcess.freePort();
    return new Side(RestartedProcess.server(Files.createDirectory(folder), port), port);
  }

  /** What has arrived when the network is cut is done, and its answer is lost. */
  private Optional<WireMessage> carried(WireMessage request, Upstream upstream) throws IOException {
    Optional<WireMessage> answer = isCut ? Optional.empty() : Optional.of(upstream.ask(request));
    return answer.filter(arrived -> !isCut);
  }

  /** Where clients find it. */
  String uri() {
    return proxy.uri();
  }

  void cut() {
    isCut = true;
  }

  void mend() {
    isCut = false;
  }

  void kill() {
    server.process().kill();
  }

  void restart() throws IOException, InterruptedException {
    server.revive();
  }

  @Override
  public void close() {
    proxy.close();
    server.close();
  }
}
