package io.twophase.app.network;

import io.twophase.app.testing.WireMessage;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * Stands between drivers and a server, one command at a time on each connection, and puts faults
 * into the commands that writes are. Which, and how often each, its randomness says.
 */
public final class BadNetwork implements AutoCloseable {

  private static final int LATEST_MILLIS = 400;
  private static final int LONGEST_DELAY_MILLIS = 30;

  private final ServerSocket listener;
  private final int serverPort;
  private final Random random;
  private final Predicate<WireMessage> repeatable;
  private final Map<NetworkFault, AtomicLong> counts = new EnumMap<>(NetworkFault.class);
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService later = Executors.newScheduledThreadPool(2);
  private volatile List<NetworkFault> faults = List.of(NetworkFault.values());
  private volatile int perMille;

  private BadNetwork(int serverPort, long seed, Predicate<WireMessage> repeatable)
      throws IOException {
    this.serverPort = serverPort;
    this.random = new Random(seed);
    this.repeatable = repeatable;
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    for (NetworkFault fault : NetworkFault.values()) {
      counts.put(fault, new AtomicLong());
    }
  }

  /** A network that lets everything pass, until it is told otherwise. */
  public static BadNetwork before(int serverPort, long seed) throws IOException {
    return before(serverPort, seed, Commands::mayBeRepeated);
  }

  /** The same, which repeats what {@code repeatable} says. */
  static BadNetwork before(int serverPort, long seed, Predicate<WireMessage> repeatable)
      throws IOException {
    BadNetwork network = new BadNetwork(serverPort, seed, repeatable);
    inBackground(network::accept);
    return network;
  }

  /** Where the server is found through it. */
  public String uri() {
    return "mongodb://127.0.0.1:" + listener.getLocalPort();
  }

  /** How many of a thousand writes meet a fault from now on, and which. */
  void faults(int ofAThousand, List<NetworkFault> which) {
    faults = which;
    perMille = ofAThousand;
  }

  /** It is well again. */
  void heal() {
    perMille = 0;
  }

  /** How often each fault has been. */
  Map<NetworkFault, Long> counts() {
    Map<NetworkFault, Long> now = new EnumMap<>(NetworkFault.class);
    counts.forEach((fault, count) -> now.put(fault, count.get()));
    return now;
  }

  /** Waits until what is late has arrived. */
  void awaitLate() throws InterruptedException {
    Thread.sleep(2 * LATEST_MILLIS);
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = listener.accept();
      Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
      client.setTcpNoDelay(true);
      server.setTcpNoDelay(true);
      sockets.addAll(List.of(client, server));
      inBackground(() -> pass(client, server));
    }
  }

  private void pass(Socket client, Socket server) throws IOException {
    try (client;
        server) {
      Optional<WireMessage> request = WireMessage.read(client.getInputStream());
      while (request.isPresent() && passOne(request.get(), client, server)) {
        request = WireMessage.read(client.getInputStream());
      }
    } finally {
      sockets.removeAll(List.of(client, server));
    }
  }

  /** Passes a command and its answer; answers whether the connection holds. */
  private boolean passOne(WireMessage request, Socket client, Socket server) throws IOException {
    Optional<NetworkFault> fault = chosen(request);
    fault.ifPresent(one -> counts.get(one).incrementAndGet());
    NetworkFault one = fault.orElse(null);
    if (one == NetworkFault.CUT_BEFORE) {
      return false;
    }
    if (one == NetworkFault.CUT_AND_LATE) {
      deliverLater(request);
      return false;
    }
    if (one == NetworkFault.DELAYED) {
      sleep(1 + ThreadLocalRandom.current().nextInt(LONGEST_DELAY_MILLIS));
    }
    if (one == NetworkFault.REPEATED_LATE) {
      deliverLater(request);
    }
    if (one == NetworkFault.REPEATED) {
      exchange(request, server);
    }
    WireMessage answer = exchange(request, server);
    if (one == NetworkFault.CUT_AFTER) {
      return false;
    }
    write(answer, client.getOutputStream());
    return true;
  }

  private Optional<NetworkFault> chosen(WireMessage command) {
    synchronized (random) {
      if (!Commands.isWrite(command) || random.nextInt(1_000) >= perMille) {
        return Optional.empty();
      }
      NetworkFault fault = faults.get(random.nextInt(faults.size()));
      boolean repeats = fault == NetworkFault.REPEATED || fault == NetworkFault.REPEATED_LATE;
      return Optional.of(repeats && !repeatable.test(command) ? NetworkFault.DELAYED : fault);
    }
  }

  private void deliverLater(WireMessage request) {
    int millis = 1 + ThreadLocalRandom.current().nextInt(LATEST_MILLIS);
    var unused =
        later.schedule(
            () -> {
              try (Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
                exchange(request, server);
              } catch (IOException closed) {
                // the server has ended; the message is lost, as messages are
              }
            },
            millis,
            TimeUnit.MILLISECONDS);
  }

  private static WireMessage exchange(WireMessage request, Socket server) throws IOException {
    write(request, server.getOutputStream());
    return WireMessage.read(server.getInputStream()).orElseThrow(() -> new IOException("closed"));
  }

  private static void write(WireMessage message, OutputStream stream) throws IOException {
    message.write(stream);
    stream.flush();
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until what is late has arrived, and cuts all connections. */
  @Override
  public void close() {
    try {
      later.shutdown();
      later.awaitTermination(10, TimeUnit.SECONDS);
      listener.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException fault) {
      throw new UncheckedIOException(fault);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void inBackground(Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException closed) {
                // the end of a connection
              }
            },
            "bad-network");
    thread.setDaemon(true);
    thread.start();
  }
}
