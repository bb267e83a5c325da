package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.netty.channel.Channel;
import io.netty.util.NettyRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clients cannot take more of the server than its limits say. */
class WireServerTest {

  private static final Duration LONG = Duration.ofMinutes(10);
  private static final Duration SHORT = Duration.ofMillis(100);
  private static final int MEGABYTE = 1_000_000;

  /** Beyond this a connection counts as left open. */
  private static final int PATIENCE_MILLIS = 30_000;

  private final CountDownLatch began = new CountDownLatch(1);
  private final CountDownLatch ends = new CountDownLatch(1);
  private final AtomicInteger pings = new AtomicInteger();

  private WireServer server = listening(new WireServer.Limits(3, LONG, LONG, MEGABYTE));

  @AfterEach
  void close() {
    server.close();
  }

  private void limit(WireServer.Limits limits) {
    server.close();
    server = listening(limits);
  }

  private static WireServer listening(WireServer.Limits limits) {
    return listening(limits, new MemoryBackend());
  }

  private static WireServer listening(WireServer.Limits limits, MongoBackend backend) {
    return new WireServer(
        backend, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), limits);
  }

  private Socket connection() throws IOException {
    Socket socket = new Socket(server.address().getAddress(), server.address().getPort());
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** The header of a message of so many bytes, and nothing more of it. */
  private static byte[] header(int length) {
    return ByteBuffer.allocate(16)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(length)
        .putInt(1)
        .putInt(0)
        .putInt(2013)
        .array();
  }

  /** A whole message that asks for a ping. */
  private static byte[] ping() {
    return asking("ping");
  }

  /** A whole message with a command. */
  private static byte[] asking(String command) {
    ByteBuffer body =
        RawBsonDocument.parse("{%s: 1, $db: 'bank'}".formatted(command)).getByteBuffer().asNIO();
    int length = 21 + body.remaining();
    return ByteBuffer.allocate(length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(header(length))
        .putInt(0)
        .put((byte) 0)
        .put(body)
        .array();
  }

  private static boolean isAnswered(Socket socket) throws IOException {
    socket.getOutputStream().write(ping());
    return hasReply(socket);
  }

  private static boolean hasReply(Socket socket) throws IOException {
    byte[] length = socket.getInputStream().readNBytes(4);
    if (length.length < 4) {
      return false;
    }
    int rest = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt() - 4;
    return socket.getInputStream().readNBytes(rest).length == rest;
  }

  private static boolean isClosed(Socket socket) {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException open) {
      return false;
    } catch (IOException reset) {
      return true;
    }
  }

  /**
   * More connections than there are event loops, so that one of them shares that of the long one.
   */
  @Test
  void aLongCommandOfOneConnectionKeepsNoOtherWaitingAndItsOwnAreInOrder() throws Exception {
    int others = 2 * NettyRuntime.availableProcessors();
    holdLongCommands(1 + others);
    try (Socket busy = connection()) {
      busy.getOutputStream().write(asking("long"));
      busy.getOutputStream().write(ping());
      busy.getOutputStream().write(ping());
      assertThat(began.await(1, TimeUnit.MINUTES)).isTrue();
      for (int other = 0; other < others; other++) {
        try (Socket socket = connection()) {
          assertThat(isAnswered(socket)).isTrue();
        }
      }
      assertThat(pings).as("its own wait").hasValue(others);
      ends.countDown();
      for (int reply = 0; reply < 3; reply++) {
        assertThat(hasReply(busy)).isTrue();
      }
      assertThat(pings).hasValue(others + 2);
      assertThat(isAnswered(busy)).as("it is read on").isTrue();
    } finally {
      ends.countDown();
    }
  }

  @Test
  void aCommandThatRunsIsAnsweredBeforeItsConnectionIsClosed() throws Exception {
    holdLongCommands(2);
    int port = server.address().getPort();
    Thread closing = new Thread(server::close);
    try (Socket busy = connection()) {
      busy.getOutputStream().write(asking("long"));
      assertThat(began.await(1, TimeUnit.MINUTES)).isTrue();
      closing.start();
      // a server that no longer listens is closing
      await().atMost(Duration.ofMinutes(1)).until(() -> !isListening(port));
      ends.countDown();

      assertThat(hasReply(busy)).isTrue();
      assertThat(isClosed(busy)).isTrue();
    } finally {
      ends.countDown();
      closing.join();
    }
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException refused) {
      return false;
    }
  }

  /**
   * A server whose long commands begin and end as the latches say, and whose others are counted.
   */
  private void holdLongCommands(int connections) {
    MongoBackend backend =
        new MemoryBackend() {
          @Override
          public de.bwaldvogel.mongo.bson.Document handleCommand(
              Channel channel,
              String database,
              String command,
              de.bwaldvogel.mongo.bson.Document query) {
            if (command.equals("long")) {
              began.countDown();
              try {
                ends.await();
              } catch (InterruptedException interrupted) {
                throw new AssertionError(interrupted);
              }
            } else {
              pings.incrementAndGet();
            }
            return new de.bwaldvogel.mongo.bson.Document("ok", 1.0)
                .append("x", "x".repeat(command.equals("large") ? MEGABYTE : 0));
          }
        };
    server.close();
    server = listening(new WireServer.Limits(connections, LONG, LONG, MEGABYTE), backend);
  }

  /** Its replies would be held here. */
  @Test
  void aClientThatDoesNotReadItsRepliesIsNotReadFromEither() throws Exception {
    holdLongCommands(1);
    byte[] large = asking("large: 1, filling: '" + "x".repeat(60_000) + "', more");
    try (Socket deaf = connection()) {
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(
              () -> {
                for (int sent = 0; sent < 200; sent++) {
                  write(deaf, large);
                }
              });
      int seen = -1;
      while (seen < pings.get()) {
        seen = pings.get();
        Thread.sleep(300);
      }

      assertThat(pings).hasValueLessThan(100);
      assertThat(writing).isNotDone();
    }
  }

  private static void write(Socket socket, byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
    } catch (IOException closed) {
      throw new UncheckedIOException(closed);
    }
  }

  @Test
  void oneConnectionTooManyIsClosedAndTheOthersGoOn() throws IOException {
    try (Socket first = connection();
        Socket second = connection();
        Socket third = connection()) {
      assertThat(isAnswered(first)).isTrue();
      assertThat(isAnswered(second)).isTrue();
      assertThat(isAnswered(third)).isTrue();
      try (Socket fourth = connection()) {
        assertThat(isClosed(fourth)).isTrue();
      }
      assertThat(isAnswered(first)).isTrue();
    }
  }

  @Test
  void aPlaceThatIsGivenBackIsFree() throws IOException {
    try (Socket first = connection();
        Socket second = connection()) {
      connection().close();
      // refused until the server has seen that the other is gone
      await()
          .atMost(Duration.ofMillis(PATIENCE_MILLIS))
          .ignoreExceptionsInstanceOf(SocketException.class)
          .until(
              () -> {
                try (Socket third = connection()) {
                  return isAnswered(third);
                }
              });
      assertThat(isAnswered(first) && isAnswered(second)).isTrue();
    }
  }

  @Test
  void anIdleConnectionIsClosedInTheEnd() throws IOException {
    limit(new WireServer.Limits(3, SHORT, LONG, MEGABYTE));
    try (Socket idle = connection()) {
      assertThat(isClosed(idle)).isTrue();
    }
  }

  @Test
  void aMessageThatIsNotCompleteInTimeClosesItsConnection() throws IOException {
    limit(new WireServer.Limits(3, LONG, SHORT, MEGABYTE));
    try (Socket half = connection();
        Socket whole = connection()) {
      assertThat(isAnswered(whole)).isTrue();
      half.getOutputStream().write(header(100));
      assertThat(isClosed(half)).isTrue();
      assertThat(isAnswered(whole)).isTrue();
    }
  }

  @Test
  void aMessageThatComesInPiecesIsAnswered() throws IOException, InterruptedException {
    try (Socket socket = connection()) {
      byte[] message = ping();
      for (int round = 0; round < 3; round++) {
        socket.getOutputStream().write(message, 0, 10);
        Thread.sleep(20);
        socket.getOutputStream().write(message, 10, message.length - 10);
        assertThat(hasReply(socket)).isTrue();
      }
    }
  }

  @Test
  void unfinishedMessagesTakeOnlySoMuchAltogether() throws IOException {
    try (Socket one = connection();
        Socket other = connection()) {
      for (Socket socket : List.of(one, other)) {
        socket.setSoTimeout(50);
        socket.getOutputStream().write(header(10 * MEGABYTE));
        writeUnlessClosed(socket, new byte[600_000]);
      }
      Socket closed = firstClosed(one, other);
      assertThat(isClosed(closed == one ? other : one)).isFalse();
    }
  }

  /** The server may close it before it has taken all that was sent. */
  private static void writeUnlessClosed(Socket socket, byte[] bytes) throws IOException {
    try {
      socket.getOutputStream().write(bytes);
    } catch (SocketException closed) {
      assertThat(isClosed(socket)).isTrue();
    }
  }

  private static Socket firstClosed(Socket one, Socket other) {
    for (int round = 0; round < PATIENCE_MILLIS / 100; round++) {
      if (isClosed(one)) {
        return one;
      }
      if (isClosed(other)) {
        return other;
      }
    }
    throw new AssertionError("both are open");
  }

  @Test
  void aWriteThatWantsNoReplyGetsNone() {
    String uri = "mongodb://127.0.0.1:" + server.address().getPort();
    try (MongoClient client = MongoClients.create(uri)) {
      MongoCollection<Document> documents = client.getDatabase("bank").getCollection("c");
      MongoCollection<Document> unacknowledged =
          documents.withWriteConcern(WriteConcern.UNACKNOWLEDGED);
      for (int id = 0; id < 100; id++) {
        unacknowledged.insertOne(new Document("_id", id));
      }
      documents.insertOne(new Document("_id", 100));
      assertThat(documents.countDocuments()).isEqualTo(101);
    }
  }
}
