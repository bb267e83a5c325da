package io.twophase.embedded.backend;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import io.twophase.embedded.Served;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The embedded server means what MongoDB means, which the page {@code mongodb.txt} says and a given
 * MongoDB confirms; and {@code embedded.txt} says what is its own.
 */
class TranscriptsTest {

  @TempDir private static Path folder;

  /** The embedded server, over a directory. */
  private static final class Embedded implements Transcript.Server {

    private static Served served;

    @Override
    public BsonDocument run(String database, BsonDocument command) {
      if (served == null) {
        served = Served.in(folder);
      }
      return served.client.getDatabase(database).runCommand(command, BsonDocument.class);
    }

    @Override
    public void restart() {
      served.close();
      served = Served.in(folder);
    }
  }

  /** If only the scenes on a given server are run, then no embedded one was started. */
  @AfterAll
  static void close() {
    if (Embedded.served != null) {
      Embedded.served.close();
    }
  }

  static Stream<Transcript.Scene> scenes() {
    return Stream.of("mongodb.txt", "embedded.txt").flatMap(Transcript::of);
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void theEmbeddedServerRepliesAsItIsWritten(Transcript.Scene scene) {
    scene.play(new Embedded());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          > {find: 'c'}~{_id: 2, n: 1}                              | :3: > {find: 'c'}
          > {find: 'c'}~{_id: 1, n: NumberLong(1)}                  | :3: > {find: 'c'}
          > {find: 'c'}~same {n: 1, _id: 1}                         | :3: > {find: 'c'}
          > {find: 'c'}~{_id: 1, m: 1, ...}                         | :3: > {find: 'c'}
          > {find: 'c'}~nothing                                     | :3: > {find: 'c'}
          > {find: 'c'}~error 2                                     | :3: > {find: 'c'}
          > {delete: 'c', deletes: [{q: {}, limit: 1}]}~{n: 2}      | :3: > {delete
          > {delete: 'c', deletes: [{q: {}, limit: 1}]}~{ok: undefined} | :3: > {delete
          > {find: <x*2>}~error 2                                   | :3: > {find: xx}
          > {getMore: 'x', collection: 'c'}~error 3                 | :3: > {getMore
          > {getMore: 'x', collection: 'c'}~error 2 other           | :3: > {getMore
          > {getMore: 'x', collection: 'c'}~{ok: 1}                 | :3: > {getMore
          > scanned~-1                                              | :3: > scanned
          """)
  void aReplyThatIsNotAsWrittenIsToldWithItsLine(String wrong, String told) {
    String text =
        "## Title\n> {insert: 'c',\n    documents: [{_id: 1, n: 1}]}\n".replace("\n    ", " ")
            + wrong.replace('~', '\n');

    assertThatThrownBy(
            () -> Transcript.parsed("page", text).forEach(scene -> scene.play(new Embedded())))
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("page" + told);
  }

  /**
   * A server that is given means the same; FerretDB, which says what it is, has codes of its own.
   */
  @Nested
  @EnabledIfSystemProperty(
      named = "mongodb.uri",
      matches = ".+",
      disabledReason = "no server given: -Dmongodb.uri=mongodb://host:port")
  class OnServer {

    private static final String BY_CODE = "[by MongoDB's code]";

    static Stream<Transcript.Scene> scenes() {
      return Transcript.of("mongodb.txt");
    }

    @ParameterizedTest
    @MethodSource("scenes")
    void theServerRepliesAsItIsWritten(Transcript.Scene scene) {
      try (MongoClient client = MongoClients.create(System.getProperty("mongodb.uri"))) {
        Transcript.Server server =
            new Transcript.Server() {
              @Override
              public BsonDocument run(String name, BsonDocument command) {
                return client.getDatabase(name).runCommand(command, BsonDocument.class);
              }

              @Override
              public void restart() {
                throw new UnsupportedOperationException("a server that is given stays open");
              }
            };
        assumeThat(scene.title().endsWith(BY_CODE) && isFerret(client)).isFalse();
        scene.play(server);
      }
    }

    private static boolean isFerret(MongoClient client) {
      return client
          .getDatabase("admin")
          .runCommand(BsonDocument.parse("{buildInfo: 1}"), BsonDocument.class)
          .containsKey("ferretdb");
    }
  }
}
