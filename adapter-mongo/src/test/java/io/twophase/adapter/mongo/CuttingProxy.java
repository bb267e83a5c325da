package io.twophase.adapter.mongo;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Stands before a server and cuts connections: before a command reaches it, or after it has done
 * the command and before its answer is back.
 */
final class CuttingProxy implements AutoCloseable {

  /** When a connection is cut. */
  enum Cut {
    BEFORE_THE_SERVER_HAS_IT,
    AFTER_THE_SERVER_HAS_DONE_IT
  }

  private final ServerSocket listening;
  private final int server;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final AtomicInteger letThrough = new AtomicInteger();
  private final AtomicInteger cuts = new AtomicInteger();
  private volatile Cut cut = Cut.BEFORE_THE_SERVER_HAS_IT;
  private volatile String command = "";

  CuttingProxy(int server) throws IOException {
    this.server = server;
    this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Cuts the next {@code times} messages that say {@code newCommand}, after some let through. */
  void cut(Cut newCut, String newCommand, int afterSome, int times) {
    command = newCommand;
    cut = newCut;
    letThrough.set(afterSome);
    cuts.set(times);
  }

  private void accept() throws IOException {
    while (!listening.isClosed()) {
      Socket client = listening.accept();
      Socket upstream = new Socket(InetAddress.getLoopbackAddress(), server);
      open.add(client);
      open.add(upstream);
      start(() -> pass(client, upstream));
    }
  }

  /** A connection has one command at a time. */
  private void pass(Socket client, Socket upstream) throws IOException {
    try (client;
        upstream) {
      DataInputStream requests = new DataInputStream(client.getInputStream());
      DataInputStream answers = new DataInputStream(upstream.getInputStream());
      while (true) {
        byte[] request = message(requests);
        boolean cutting = isCut(request);
        if (cutting && cut == Cut.BEFORE_THE_SERVER_HAS_IT) {
          return;
        }
        write(upstream, request);
        byte[] answer = message(answers);
        if (cutting) {
          return;
        }
        write(client, answer);
      }
    }
  }

  private boolean isCut(byte[] request) {
    boolean meant =
        cuts.get() > 0 && new String(request, StandardCharsets.ISO_8859_1).contains(command);
    return meant && letThrough.getAndDecrement() <= 0 && cuts.getAndDecrement() > 0;
  }

  private static byte[] message(DataInputStream in) throws IOException {
    byte[] length = in.readNBytes(4);
    if (length.length < 4) {
      throw new IOException("closed");
    }
    int size = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt();
    byte[] message = new byte[size];
    System.arraycopy(length, 0, message, 0, 4);
    in.readFully(message, 4, size - 4);
    return message;
  }

  private static void write(Socket to, byte[] message) throws IOException {
    OutputStream out = to.getOutputStream();
    out.write(message);
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
  }

  private interface Task {
    void run() throws IOException;
  }

  private static void start(Task task) {
    Thread thread =
        new Thread(
            () -> {
              try {
                task.run();
              } catch (IOException closed) {
                Thread.currentThread().interrupt();
              }
            });
    thread.setDaemon(true);
    thread.start();
  }
}
