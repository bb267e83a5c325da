package io.twophase.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Sorts;
import io.twophase.embedded.storage.DamagedStoreException;
import io.twophase.embedded.storage.DirectoryInUseException;
import io.twophase.embedded.storage.EmbeddedStoreException;
import io.twophase.embedded.storage.Faults;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedServerTest {

  /** As netty wraps what the system says to a process that may open no more files. */
  @Test
  void ofAFaultThatIsWrappedTheReasonIsSaidAndWhatHelps() {
    Exception wrapped =
        new IllegalStateException(
            "failed to create a child event loop",
            new IllegalStateException(
                "failed to open a new selector", new IOException("Too many open files")));

    assertThat(Faults.bottom(wrapped))
        .isEqualTo("Too many open files; this process may open more files after: ulimit -n 4096");
  }

  @TempDir Path temporary;

  @Test
  void listensOnTheLoopbackAddressOnly() {
    try (EmbeddedServer server = EmbeddedServer.inMemory(0)) {
      assertThat(server.address().getAddress().isLoopbackAddress()).isTrue();
      assertThat(server.uri()).isEqualTo("mongodb://127.0.0.1:" + server.address().getPort());
    }
  }

  @Test
  void closingTwiceIsClosingOnce() {
    EmbeddedServer server = EmbeddedServer.open(temporary, 0);
    server.close();
    EmbeddedServer next = EmbeddedServer.open(temporary, 0);
    server.close();
    assertThatThrownBy(() -> EmbeddedServer.open(temporary, 0))
        .isInstanceOf(DirectoryInUseException.class);
    next.close();
  }

  @Test
  void aPortThatIsTakenIsRefusedByNumberAndTheDirectoryGivenBack() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();
      assertThatThrownBy(() -> EmbeddedServer.open(temporary, port))
          .isInstanceOf(EmbeddedStoreException.class)
          .isNotInstanceOf(DirectoryInUseException.class)
          .hasMessageContaining("port " + port);
    }
    EmbeddedServer.open(temporary, 0).close();
  }

  @Test
  void aForeignFileIsRefusedByNameAndLeftAsItIs() throws IOException {
    Served.with(
        temporary, database -> database.getCollection("c").insertOne(new Document("_id", 1)));
    for (Path file : List.of(temporary.resolve("watermark"), current(temporary))) {
      byte[] ours = Files.readAllBytes(file);
      for (int length : List.of(0, 1, 16, 5_000, 100_000)) {
        Files.writeString(file, "x".repeat(length));
        assertThatThrownBy(() -> EmbeddedServer.open(temporary, 0))
            .isInstanceOf(DamagedStoreException.class)
            .hasMessageContaining(temporary.toString())
            .hasMessageNotContaining("\n");
        assertThat(file).hasContent("x".repeat(length));
      }
      Files.write(file, ours);
    }
    Served.with(temporary, database -> assertThat(database.getCollection("c").find()).hasSize(1));
  }

  private static Path current(Path store) throws IOException {
    try (Stream<Path> files = Files.walk(store)) {
      return files.filter(file -> file.endsWith("CURRENT")).findFirst().orElseThrow();
    }
  }

  @Test
  void answersOfAnySizeComeInBatches() {
    Served.with(
        temporary,
        database -> {
          MongoCollection<Document> large = database.getCollection("large");
          MongoCollection<Document> c = database.getCollection("c");
          String filling = "x".repeat(200_000);
          for (int i = 0; i < 300; i++) {
            Document document = new Document("_id", i).append("even", i % 2 == 0);
            c.insertOne(document);
            large.insertOne(document.append("x", filling));
          }
          assertThat(ids(large.find())).containsExactlyElementsOf(range(0, 300, 1));
          assertThat(ids(large.find().sort(Sorts.descending("_id")).batchSize(50)).get(120))
              .isEqualTo(179);
          assertThat(ids(c.find(Filters.eq("even", true)).skip(2).limit(100).batchSize(7)))
              .containsExactlyElementsOf(range(4, 204, 2));
          assertThat(ids(c.find(Filters.gte("_id", 290)).batchSize(10)))
              .containsExactlyElementsOf(range(290, 300, 1));
          assertThat(ids(c.find().sort(Sorts.descending("$natural")).limit(2)))
              .containsExactly(299, 298);
          assertThat(ids(c.find(Filters.in("_id", 7, 8)).sort(Sorts.descending("$natural"))))
              .containsExactly(8, 7);
          assertThat(
                  large
                      .aggregate(List.of(Aggregates.group("$even", Accumulators.sum("n", 1))))
                      .map(group -> group.getInteger("n")))
              .containsExactly(150, 150);
        });
  }

  private static List<Integer> ids(FindIterable<Document> found) {
    return found.map(document -> document.getInteger("_id")).into(new ArrayList<>());
  }

  private static List<Integer> range(int from, int to, int step) {
    return IntStream.iterate(from, i -> i < to, i -> i + step).boxed().toList();
  }
}
