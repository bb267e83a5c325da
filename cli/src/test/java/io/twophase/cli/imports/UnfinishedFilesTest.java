package io.twophase.cli.imports;

import static org.assertj.core.api.Assertions.assertThat;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.exception.MongoServerError;
import io.netty.channel.Channel;
import io.twophase.cli.testing.CommandRun;
import io.twophase.cli.text.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import or a run whose store refuses a step says why it has ended. */
class UnfinishedFilesTest {

  @TempDir Path folder;
  private volatile String refused = "done";
  private final MongoServer server =
      new MongoServer(
          new MemoryBackend() {
            @Override
            public Document handleCommand(
                Channel channel, String database, String command, Document query) {
              if (Set.of("insert", "update").contains(command)
                  && "transactions".equals(query.get(command))
                  && query.toString().contains(refused)) {
                throw new MongoServerError(13, "Unauthorized", "not authorized");
              }
              return super.handleCommand(channel, database, command, query);
            }
          });
  private final String uri = server.bindAndGetConnectionString() + "/bank";

  @AfterEach
  void close() {
    server.shutdownNow();
  }

  @Test
  void theRowsOfABatchThatIsDecidedAndNotFinishedAreNamed() throws IOException {
    CommandRun ran =
        unfinished(
            2,
            "2 rows decided and not finished, since the store gave no certain answer in time; to"
                + " finish what was decided: the same import again");
    assertThat(ran.err()).doesNotContain("not asked");
  }

  @Test
  void theRowsBehindItsBatchAreNotAsked() throws IOException {
    CommandRun ran = unfinished(1_000, "rows decided and not finished");
    assertThat(ran.err()).contains("rows after that not asked; to go on: the same import again");
    assertThat(ran.out()).containsPattern("unknown +0\nnot asked +[1-9]");
  }

  /** The import of so many rows says this, and the same import finishes the rows. */
  private CommandRun unfinished(int rows, String said) throws IOException {
    Path transfers = transfers(rows);
    CommandRun ran = CommandRun.on(uri, "import", "--transfers", transfers.toString());
    assertThat(ran.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(ran.err()).contains(said);
    refused = "nothing";
    CommandRun again = CommandRun.on(uri, "import", "--transfers", transfers.toString());
    assertThat(again.exitCode()).as(again.err()).isEqualTo(ExitCode.DONE);
    assertThat(again.err()).doesNotContain("not finished");
    return ran;
  }

  private Path requests(int lines, String document) throws IOException {
    return Files.write(
        folder.resolve("r.jsonl"),
        IntStream.range(0, lines)
            .mapToObj(
                at ->
                    "{\"id\": \"t%1$s\", \"operations\": [{\"insert\": \"%2$s\", \"document\": {\"_id\": %1$s}}]}"
                        .formatted(at, document.formatted(at)))
            .toList());
  }

  @Test
  void aRunEndsWithTheFirstThatTheStoreRefuses() throws IOException {
    refused = "t1";

    CommandRun ran = CommandRun.on(uri, "run", requests(3, "notes").toString());

    assertThat(ran.exitCode()).isEqualTo(ExitCode.STORE_REFUSED);
    assertThat(ran.out()).isEqualTo("t0  done\n3 transactions: 1 done, 2 without an answer\n");
    assertThat(ran.err())
        .contains("not authorized")
        .contains("2 transactions after that without an answer; to go on: the same run again");
    refused = "nothing";
    assertThat(CommandRun.on(uri, "run", folder.resolve("r.jsonl").toString()).out())
        .endsWith("3 transactions: 3 done\n");
  }

  @Test
  void aRunInAnyOrderEndsAfterABatchOfThemThatIsNotFinished() throws IOException {
    CommandRun ran = CommandRun.on(uri, "run", requests(3_000, "n").toString(), "--order", "any");

    assertThat(ran.exitCode()).isEqualTo(ExitCode.UNKNOWN);
    assertThat(ran.out().lines().count()).isBetween(501L, 2_999L);
    assertThat(ran.err()).contains("transactions after that not asked");
  }

  private Path transfers(int rows) throws IOException {
    CommandRun.on(uri, "account", "open", "A", "--balance", "5");
    CommandRun.on(uri, "account", "open", "B");
    List<String> lines = new ArrayList<>(List.of("id,source,destination,amount"));
    for (int at = 0; at < rows; at++) {
      lines.add("r" + at + (at % 2 == 0 ? ",A,B,1" : ",B,A,1"));
    }
    return Files.write(folder.resolve("t.csv"), lines);
  }
}
