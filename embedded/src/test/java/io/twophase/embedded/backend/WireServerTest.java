package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.mongodb.WriteConcern;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
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
  private final AtomicInteger answered = new AtomicInteger();

  private WireServer server = listening(3, LONG, LONG);

  @AfterEach
  void close() {
    server.close();
  }

  private void limit(int connections, Duration idle, Duration message) {
    server.close();
    server = listening(connections, idle, message);
  }

  private WireServer listening(int connections, Duration idle, Duration message) {
    return new WireServer(
        new Commands(),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        new WireServer.Limits(connections, idle, message, MEGABYTE));
  }

  /** Long commands begin and end as the latches say, large ones have large replies. */
  private final class Commands extends MemoryBackend {
    @Override
    public de.bwaldvogel.mongo.bson.Document handleCommand(
        Channel channel, String database, String command, de.bwaldvogel.mongo.bson.Document query) {
      if (command.equals("long")) {
        began.countDown();
        try {
          ends.await();
        } catch (InterruptedException interrupted) {
          throw new AssertionError(interrupted);
        }
        return new de.bwaldvogel.mongo.bson.Document("ok", 1.0);
      }
      answered.incrementAndGet();
      return command.equals("large")
          ? new de.bwaldvogel.mongo.bson.Document("ok", 1.0).append("x", "x".repeat(MEGABYTE))
          : super.handleCommand(channel, database, command, query);
    }
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

  private static boolean isAnswered(Socket... sockets) throws IOException {
    for (Socket socket : sockets) {
      socket.getOutputStream().write(ping());
      if (!hasReply(socket)) {
        return false;
      }
    }
    return true;
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
    limit(1 + others, LONG, LONG);
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
      assertThat(answered).as("its own wait").hasValue(others);
      ends.countDown();
      for (int reply = 0; reply < 3; reply++) {
        assertThat(hasReply(busy)).isTrue();
      }
      assertThat(answered).hasValue(others + 2);
      assertThat(isAnswered(busy)).as("it is read on").isTrue();
    } finally {
      ends.countDown();
    }
  }

  @Test
  void aCommandThatRunsIsAnsweredBeforeItsConnectionIsClosed() throws Exception {
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

  /** Its replies would be held here. */
  @Test
  void aClientThatDoesNotReadItsRepliesIsNotReadFromEither() throws Exception {
    limit(1, LONG, LONG);
    byte[] large = asking("large: 1, filling: '" + "x".repeat(60_000) + "', more");
    try (Socket deaf = connection()) {
      CompletableFuture<Void> writing =
          CompletableFuture.runAsync(
              () -> {
                for (int sent = 0; sent < 200; sent++) {
                  write(deaf, large);
                }
              });
      await().atMost(Duration.ofMinutes(1)).until(() -> answered.get() > 0);
      int seen = -1;
      while (seen < answered.get()) {
        seen = answered.get();
        Thread.sleep(300);
      }

      assertThat(answered).hasValueLessThan(100);
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
      assertThat(isAnswered(first, second, third)).isTrue();
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
      assertThat(isAnswered(first, second)).isTrue();
    }
  }

  @Test
  void anIdleConnectionIsClosedInTheEnd() throws IOException {
    limit(3, SHORT, LONG);
    try (Socket idle = connection()) {
      assertThat(isClosed(idle)).isTrue();
    }
  }

  @Test
  void aMessageThatIsNotCompleteInTimeClosesItsConnection() throws IOException {
    limit(3, LONG, SHORT);
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
      await()
          .atMost(Duration.ofMillis(PATIENCE_MILLIS))
          .until(() -> isClosed(one) || isClosed(other));
      assertThat(isClosed(one) && isClosed(other)).isFalse();
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
